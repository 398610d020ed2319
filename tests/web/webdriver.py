"""A real browser for tests: Chromium, headless, through ChromeDriver. A small client of the WebDriver protocol that
needs only Python's standard library."""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# WebGL in software, and nothing else through it, which would take several times as long; no sandbox (tests may run as
# root); and none of Chromium's own errands on the network.
FLAGS = """--headless=new --no-sandbox --disable-dev-shm-usage --use-angle=swiftshader --enable-unsafe-swiftshader
  --ignore-gpu-blocklist --disable-accelerated-2d-canvas --disable-gpu-rasterization --disable-gpu-compositing
  --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync
  --disable-default-apps --disable-extensions --hide-scrollbars --mute-audio --force-color-profile=srgb
  --force-device-scale-factor=1""".split()

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"left": "\ue012", "right": "\ue014", "home": "\ue011", "end": "\ue010", "space": " ", "shift": "\ue008", "up": "\ue013", "down": "\ue015"}
KEYS |= {"enter": "\ue007", "escape": "\ue00c", "page down": "\ue00f"}


def missing():
    """Which of the programs is not installed, or None."""
    for names in (("chromium", "chromium-browser", "google-chrome"), ("chromedriver",)):
        if not any(shutil.which(name) for name in names):
            return names[0]
    return None


class Failure(Exception):
    """What the driver said."""


class Browser:
    def __init__(self, width=1440, height=900):
        self.profile = tempfile.mkdtemp(prefix="apart-browser-")
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.session = None
        try:
            self.base = f"http://127.0.0.1:{self._port()}"
            binary = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
            options = {"binary": binary, "args": FLAGS + [f"--user-data-dir={self.profile}", f"--window-size={width},{height}"]}
            wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
            answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            self.session = answer["sessionId"]
        except BaseException:
            self.close()
            raise

    def close(self):
        if self.session:
            try:
                self._call("DELETE", f"/session/{self.session}")
            except (OSError, Failure):
                pass
            self.session = None
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def open(self, address):
        self._do("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """The value of a JavaScript expression; its arguments are named x, y, z."""
        names = ", ".join("xyz"[: len(arguments)])
        return self._do("POST", "/execute/sync", {"script": f"return (({names}) => ({script}))(...arguments)", "args": list(arguments)})

    def wait(self, script, seconds=60):
        """Until the expression is true."""
        end = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > end:
                raise Failure(f"waited {seconds} s in vain for: {script}")
            time.sleep(0.03)

    def element(self, selector):
        return self._do("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self._do("POST", f"/element/{self.element(selector)}/click", {})

    def text(self, selector):
        return self._do("GET", f"/element/{self.element(selector)}/text")

    def keys(self, *names):
        """Pressed together, released in the opposite order, wherever the focus is."""
        codes = [KEYS.get(name, name) for name in names]
        strokes = [{"type": "keyDown", "value": c} for c in codes] + [{"type": "keyUp", "value": c} for c in reversed(codes)]
        self._act({"type": "key", "id": "keyboard", "actions": strokes})

    def pointer(self, selector, *path):
        """Presses at the first place and releases at the last; places are pixels from the element's upper left corner."""
        box = self.run("(({left, top}) => [left, top])(document.querySelector(x).getBoundingClientRect())", selector)
        moves = [{"type": "pointerMove", "duration": 0, "x": round(box[0] + x), "y": round(box[1] + y)} for x, y in path]
        strokes = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": strokes})

    def hover(self, selector, x, y):
        box = self.run("(({left, top}) => [left, top])(document.querySelector(x).getBoundingClientRect())", selector)
        moves = [{"type": "pointerMove", "duration": 0, "x": round(box[0] + x) + d, "y": round(box[1] + y)} for d in (3, 0)]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves})

    def upload(self, selector, path):
        """Chooses a file in a field for files."""
        self._do("POST", f"/element/{self.element(selector)}/value", {"text": str(path)})

    def narrow(self, width, height):
        """A phone's screen, until it is called with zeros."""
        if width:
            self._devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        else:
            self._devtools("Emulation.clearDeviceMetricsOverride")

    def pdf(self):
        """The page on paper."""
        return base64.b64decode(self._devtools("Page.printToPDF", printBackground=False)["data"])

    def wheel(self, selector, x, y, by):
        box = self.run("(({left, top}) => [left, top])(document.querySelector(x).getBoundingClientRect())", selector)
        turn = {"type": "scroll", "x": round(box[0] + x), "y": round(box[1] + y), "deltaX": 0, "deltaY": by, "duration": 0}
        self._act({"type": "wheel", "id": "wheel", "actions": [turn]})

    def before_pages(self, script):
        """Runs the script before those of every page that is opened from now on; gives what ends that."""
        made = self._devtools("Page.addScriptToEvaluateOnNewDocument", source=script)
        return lambda: self._devtools("Page.removeScriptToEvaluateOnNewDocument", **made)

    def prefer(self, scheme):
        """The reader's preference: light or dark, and nothing that glides."""
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        self._devtools("Emulation.setEmulatedMedia", features=features)

    def screenshot(self, path):
        picture = base64.b64decode(self._do("GET", "/screenshot"))
        with open(path, "wb") as file:
            file.write(picture)
        return picture

    def complaints(self):
        """What the console has received since the last call, warnings and worse."""
        entries = self._do("POST", "/se/log", {"type": "browser"})
        said = [entry["message"] for entry in entries if entry["level"] in ("WARNING", "SEVERE")]
        # Composing pages in software reads pictures back from WebGL, and the driver says that this is slow.
        return [message for message in said if "GL Driver Message (OpenGL, Performance" not in message]

    def _devtools(self, command, **parameters):
        return self._do("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def _act(self, source):
        self._do("POST", "/actions", {"actions": [source]})

    def _do(self, method, path, body=None):
        return self._call(method, f"/session/{self.session}{path}", body)

    def _port(self):
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return int(found.group(1))
        raise Failure("chromedriver did not start")

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # it is on this machine
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            said = json.load(error)["value"]
            raise Failure(f"{method} {path}: {said.get('error')}: {said.get('message')}") from None
