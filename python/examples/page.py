"""Runs the Python blocks of a Markdown page and writes them with their results and pictures as one HTML page.

page.py [PAGE.md] [-o OUT.html]; by default docs/python.md. Needs no network, and nothing but the package.
"""
import argparse
import ast
import contextlib
import html
import io
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222}
pre{background:#f4f5f7;padding:.6rem .8rem;border-radius:6px;overflow-x:auto;font-size:14px}pre.out{background:none;margin-top:-.8rem;color:#555}
code{background:#f4f5f7;padding:0 .2em}pre code{padding:0}table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:.2rem .5rem;text-align:left}
@media(prefers-color-scheme:dark){body{background:#181a1f;color:#ddd}pre,code{background:#24272e}pre.out{color:#aaa}td,th{border-color:#444}}"""


def inline(text):
    text = html.escape(text)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)


def prose(text):
    """Headings, tables and paragraphs: what docs/python.md has."""
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("#"):
            level = len(block) - len(block.lstrip("#"))
            yield f"<h{level}>{inline(block.lstrip('# '))}</h{level}>"
        elif block.startswith("|"):
            rows = [row.strip("| ").split(" | ") for row in block.splitlines() if not set(row) <= set("|- ")]
            yield "<table>" + "".join("<tr>" + "".join(f"<td>{inline(c)}</td>" for c in row) + "</tr>" for row in rows) + "</table>"
        elif block:
            yield f"<p>{inline(block)}</p>"


def statements(block):
    """The sources of a block: of its prompts, or of the whole."""
    if ">>>" not in block:
        return [block]
    lines, out = block.splitlines(), []
    for line in lines:
        if line.startswith(">>> "):
            out.append(line[4:] + "\n")
        elif line.startswith("... ") and out:
            out[-1] += line[4:] + "\n"
    return out


def run(source, shared):
    """What it prints, and its value's picture, if it has one."""
    printed, picture = io.StringIO(), ""
    tree = ast.parse(source)
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
                value = eval(compile(ast.Expression(tree.body[0].value), "page", "eval"), shared)
                if hasattr(value, "_repr_html_"):
                    picture = value._repr_html_()
                elif value is not None:
                    print(repr(value))
            else:
                exec(compile(tree, "page", "exec"), shared)
        except Exception as error:  # shown, as in a notebook
            print(f"{type(error).__name__}: {error}")
    return printed.getvalue(), picture


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="?", default=ROOT / "docs" / "python.md")
    parser.add_argument("-o", "--output", default="tour.html")
    options = parser.parse_args()
    text = pathlib.Path(options.page).read_text()
    rows, shared, runs = [], {"__name__": "page"}, 0
    for kind, content in split(text):
        if kind is None:
            rows += prose(content)
        elif kind != "python":
            rows.append(f"<pre><code>{html.escape(content)}</code></pre>")
        else:
            for source in statements(content):
                printed, picture = run(source, shared)
                runs += 1
                rows.append(f"<pre><code>{html.escape(source)}</code></pre>")
                if printed:
                    rows.append(f'<pre class="out">{html.escape(printed)}</pre>')
                rows.append(picture)
    title = re.search(r"^# (.*)", text, re.M)
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>{title[1] if title else 'page'}</title><style>{STYLE}</style><body>"
    pathlib.Path(options.output).write_text(page + "\n".join(rows) + "</body></html>\n")
    print(f"{options.output}: {runs} statements run")


def split(text):
    """(None, prose) and (language, code), in order."""
    out, at = [], 0
    for block in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        out.append((None, text[at : block.start()]))
        out.append((block[1], block[2]))
        at = block.end()
    return out + [(None, text[at:])]


if __name__ == "__main__":
    main()
