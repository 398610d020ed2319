// Makes dist/<page>.html of src/<page>/: markup, style and script in one file, with a place for data. With a folder as
// argument, there instead of dist/.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const out = process.argv[2] ?? 'dist';
mkdirSync(out, { recursive: true });

// The bundle holds three.js, so every page that is written carries its licence.
const licence = readFileSync('node_modules/three/LICENSE', 'utf8').trim();

for (const page of ['check', 'step', 'decompose', 'simulate']) {
  const bundled = await build({
    entryPoints: { script: `src/${page}/main.ts`, style: `src/${page}/style.css` },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'inline',
    outdir: 'unused',
    write: false,
  });
  const text = (end) => bundled.outputFiles.find((file) => file.path.endsWith(end)).text.trim();
  const html = readFileSync(`src/${page}/page.html`, 'utf8')
    .replace(/<!-- (\w+\.html) -->/g, (_, shared) => readFileSync(`src/viewer/${shared}`, 'utf8').trim())
    .replace('<!-- LICENCE -->', () => `<!-- This page contains three.js.\n\n${licence}\n-->`)
    .replace('/* STYLE */', () => text('.css'))
    .replace('/* SCRIPT */', () => text('.js'));
  writeFileSync(`${out}/${page}.html`, html);
}
