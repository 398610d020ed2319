"""What every test of a page does with the browser."""

import pathlib
import sys
import unittest

import webdriver


def given():
    """The paths on the command line; the last is a folder to write to. Ends with 77 where there is no browser."""
    if absent := webdriver.missing():
        print(f"skipped: {absent} is not installed")
        sys.exit(77)
    paths = [pathlib.Path(word).resolve() for word in sys.argv[1:4]]
    paths[-1].mkdir(parents=True, exist_ok=True)
    del sys.argv[1:4]
    return paths


class PageTest(unittest.TestCase):
    size = (1440, 900)  # of the window

    @classmethod
    def setUpClass(cls):
        cls.browser = webdriver.Browser(*cls.size)
        cls.addClassCleanup(cls.browser.close)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def open(self, path, fragment=""):
        """A page that needs nothing but itself."""
        self.browser.prefer("light")
        self.browser.open("about:blank")  # else another fragment would only move within the page
        self.browser.open(path.as_uri() + fragment)
        self.browser.wait("window.apart !== undefined")
        self.assertEqual(self.browser.run("performance.getEntriesByType('resource').length"), 0, "it loads something")

    def state(self):
        return self.browser.run("window.apart.state()")

    def settle(self):
        """Until the camera rests and everything is drawn."""
        self.browser.wait("window.apart.state().resting")

    def pixels(self, colour):
        """Of the 3D view, those nearest to a colour of the style sheet."""
        return self.browser.run(
            """(() => {
              const canvas = document.createElement('canvas'), view = document.querySelector('#scene canvas');
              [canvas.width, canvas.height] = [view.width, view.height];
              const context = canvas.getContext('2d');
              const [r, g, b] = getComputedStyle(document.documentElement).getPropertyValue('--' + x).trim().slice(1)
                .match(/../g).map(h => parseInt(h, 16));
              context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--panel');
              context.fillRect(0, 0, canvas.width, canvas.height);
              context.drawImage(view, 0, 0);
              const all = context.getImageData(0, 0, canvas.width, canvas.height).data;
              let n = 0;
              for (let i = 0; i < all.length; i += 4)
                if (Math.abs(all[i] - r) + Math.abs(all[i + 1] - g) + Math.abs(all[i + 2] - b) < 40) ++n;
              return n;
            })()""",
            colour,
        )

    def check_light_and_dark(self):
        """As the system prefers, until the reader says otherwise."""
        background = "getComputedStyle(document.body).backgroundColor"
        light = self.browser.run(background)
        self.assertEqual(self.state()["theme"], "light")
        self.browser.prefer("dark")
        self.browser.wait("document.documentElement.dataset.theme === 'dark'")
        self.assertNotEqual(self.browser.run(background), light)
        self.browser.click("#theme")  # the reader's own choice goes first
        self.assertEqual(self.state()["theme"], "light")
        self.assertEqual(self.browser.run(background), light)
        self.browser.run("localStorage.clear()")

    def without_webgl(self):
        """From here to the end of the test."""
        again = self.browser.before_pages(
            """const get = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...how) {
              return kind.startsWith('webgl') ? null : get.call(this, kind, ...how);
            };"""
        )
        self.addCleanup(again)
