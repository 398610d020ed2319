"""The lists and files of the page of `apart check --html` in a real browser: order, headings, search, statuses and
comments, BCF, paper, a phone.

usage: check_list_test.py PAGE APART FOLDER [TEST…]      (PAGE: web/dist/check.html; 77: there is no browser)"""

import base64
import io
import json
import math
import re
import subprocess
import xml.etree.ElementTree as xml
import zipfile

import check_pages
from check_pages import IN_ORDER, CheckTest, large, report, write

FINDINGS = [i for i in IN_ORDER if i not in ("c-far", "c-bound")]


class Lists(CheckTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = write("lists.html", report())

    def setUp(self):
        self.open(self.path)

    def test_clear_pairs_are_hidden_at_first(self):
        self.assertEqual(self.shown(), FINDINGS)
        self.assertEqual(self.browser.run("document.querySelector('.state.clear').ariaPressed"), "false")
        self.assertIn("2 clear ones are hidden", self.browser.text("#shown"))
        self.browser.click(".state.clear")
        self.assertEqual(self.shown(), IN_ORDER)

    def sort(self):
        return self.browser.run("Object.fromEntries([...document.querySelectorAll('[role=columnheader]')].map(h => [h.id.slice(5), h.ariaSort]))")

    def test_sorts_by_any_column(self):
        self.assertEqual(self.sort(), {"state": "ascending", "status": "none", "a": "none", "b": "none", "value": "none"})
        self.browser.click("#by-state")
        self.assertEqual(self.shown(), FINDINGS[::-1])
        self.assertEqual(self.sort()["state"], "descending")
        names = {p["id"]: (report()["bodies"][p["a"]]["name"], report()["bodies"][p["b"]]["name"]) for p in report()["pairs"]}
        for column, k in (("a", 0), ("b", 1)):
            self.browser.click(f"#by-{column}")
            self.assertEqual([names[i][k] for i in self.shown()], sorted(names[i][k] for i in FINDINGS))
            self.assertEqual(self.sort()[column], "ascending")
            self.browser.click(f"#by-{column}")
            self.assertEqual([names[i][k] for i in self.shown()], sorted((names[i][k] for i in FINDINGS), reverse=True))
        self.browser.click(".state.clear")
        self.browser.click("#by-value")  # the longest separation, …, the greatest distance, the unknown
        self.assertEqual(self.shown(), ["c-fit", "c-pin", "c-small", "c-touch", "c-near", "c-far", "c-bound", "c-inside"])
        self.browser.click("#by-value")
        self.assertEqual(self.shown(), ["c-bound", "c-far", "c-near", "c-touch", "c-small", "c-pin", "c-fit", "c-inside"])
        self.assertEqual(self.sort(), {"state": "none", "status": "none", "a": "none", "b": "none", "value": "descending"})

    def test_headings(self):
        self.menu("grouping", "body")
        self.assertEqual(self.state()["lines"], [check_pages.PIN, "c-pin", "c-small", "tank", "c-inside", "block", "c-touch", "c-near", "Others", "c-fit"])
        self.assertEqual(self.browser.text("#rows .heading .tally"), "2")
        self.browser.click("#rows .heading")
        self.assertEqual(self.state()["lines"][:3], [check_pages.PIN, "tank", "c-inside"])
        self.assertEqual(self.browser.run("document.querySelector('#rows .heading').ariaExpanded"), "false")
        self.browser.keys("down")  # over the headings
        self.assertEqual(self.picked(), "c-inside")
        self.browser.keys("down")
        self.assertEqual(self.picked(), "c-touch")
        self.menu("grouping", "place")
        self.assertEqual(self.state()["lines"], ["place 1", "c-pin", "c-small", "c-touch", "c-near", "place 2", "c-inside", "Others", "c-fit"])
        self.menu("grouping", "groups")  # of bodies; all but one have one pair
        self.assertEqual(self.state()["lines"][:3], ["frame – pins", "c-pin", "c-fit"])
        self.assertEqual(self.state()["lines"][3], "One finding each")
        self.menu("grouping", "none")
        self.assertEqual(self.state()["lines"], self.shown())

    def test_search_is_by_names_and_files(self):
        data = large(400, 300)
        for k, pair in enumerate(data["pairs"]):
            pair["id"] = f"c-{12 if k % 2 else 99:04d}{k:012x}"  # half of the ids have a 12
        data["bodies"][5]["file"] = "cellar.stl"
        self.open(write("hexes.html", data))
        self.search("pipe 12")
        names = self.browser.run("window.apart.state().shown.map(id => window.apart.report.byId(id).names)")
        self.assertGreater(len(names), 5)
        for pair in names:
            self.assertTrue(any("pipe 12" in name for name in pair), pair)
        self.search("0012")
        self.assertEqual(self.shown(), [])
        self.search("cellar")
        self.assertEqual(len(self.shown()), 2)
        self.search(data["pairs"][1]["id"])  # in full
        self.assertEqual(self.shown(), [data["pairs"][1]["id"]])


class Reviews(CheckTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = write("reviews.html", report())

    def setUp(self):
        self.open(self.path)
        self.browser.run("localStorage.clear()")
        self.open(self.path)

    def comment(self, text, author="Ann"):
        self.browser.run("(document.getElementById('author').value = x, document.getElementById('comment').value = y)", author, text)
        self.browser.click("#add-comment")

    def test_status_and_comments_are_kept(self):
        self.pick("c-near")
        self.assertEqual(self.browser.run("[...document.getElementById('status').options].map(o => o.value)"), ["open", "reviewed", "accepted", "resolved"])
        self.menu("status", "accepted")
        self.comment("within tolerance <b>\nsee drawing 4")
        self.comment("agreed", "Bo")
        self.assertIn("Accepted · 2 comments", self.browser.text('#rows .row[data-id="c-near"]'))
        self.open(self.path, "#c-near")
        self.assertEqual(self.browser.run("document.getElementById('status').value"), "accepted")
        said = self.browser.text(".comments")
        self.assertIn("within tolerance <b>\nsee drawing 4", said)
        self.assertIn("Bo, ", said)
        self.assertEqual(self.browser.run("document.getElementById('author').value"), "Bo")
        self.browser.click("#by-status")
        self.assertEqual(self.shown()[0], "c-near")  # accepted comes before open
        self.browser.click(".comments .copy")
        self.assertNotIn("within tolerance", self.browser.text(".comments"))
        # Another report does not see it.
        self.open(write("other.html", report() | {"title": "another"}), "#c-near")
        self.assertEqual(self.browser.run("document.getElementById('status').value"), "open")

    def saved(self, button):
        """What a button saves, and under which name."""
        self.browser.run(
            """(() => {
              window.saved = null;
              const make = URL.createObjectURL;
              URL.createObjectURL = blob => { blob.arrayBuffer().then(b => window.saved = btoa([...new Uint8Array(b)].map(c => String.fromCharCode(c)).join(''))); return make.call(URL, blob); };
              HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
            })()"""
        )
        self.browser.click("#export-button")
        self.browser.click(button)
        self.browser.wait("window.saved !== null")
        return base64.b64decode(self.browser.run("window.saved")), self.browser.run("window.savedAs")

    def test_json_there_and_back(self):
        self.pick("c-pin")
        self.menu("status", "resolved")
        self.comment("moved by 3 mm")
        content, name = self.saved("#export-json")
        self.assertEqual(name, "bench-b-review.json")
        saved = json.loads(content)
        self.assertEqual((saved["kind"], saved["version"], saved["report"]), ("apart review", 1, "bench <b>"))
        self.assertEqual(list(saved["findings"]), ["c-pin"])
        self.assertEqual(saved["findings"]["c-pin"]["status"], "resolved")
        self.browser.run("localStorage.clear()")
        self.open(self.path)
        self.assertEqual(self.browser.run("window.apart.review.of('c-pin').status"), "open")
        saved["findings"]["c-pin"]["comments"].append({"text": "and tested", "author": "Bo", "date": "2030-01-01T00:00:00.000Z"})
        saved["findings"]["c-unknown"] = saved["findings"]["c-pin"]
        file = check_pages.FOLDER / "review.json"
        file.write_text(json.dumps(saved))
        for _ in range(2):  # the second time changes nothing
            self.browser.run("document.getElementById('export-said').textContent = ''")
            self.browser.upload("#import", file)
            self.browser.wait("document.getElementById('export-said').textContent !== ''")
            self.assertEqual(self.browser.run("document.getElementById('export-said').textContent"), "review.json: 2 findings read. 1 of them is not in this report.")
            review = self.browser.run("window.apart.review.of('c-pin')")
            self.assertEqual((review["status"], [c["text"] for c in review["comments"]]), ("resolved", ["moved by 3 mm", "and tested"]))
        for content, said in (("{", "not JSON"), ("{}", "not a review"), (json.dumps(saved | {"version": 2}), "version 2"), (json.dumps(saved | {"findings": {"c-1": {"status": "odd"}}}), "c-1 is not complete")):
            file.write_text(content)
            self.browser.run("document.getElementById('export-said').textContent = ''")
            self.browser.upload("#import", file)
            self.browser.wait("document.getElementById('export-said').textContent !== ''")
            self.assertIn(said, self.browser.run("document.getElementById('export-said').textContent"))

    def test_bcf(self):
        self.pick("c-near")
        self.menu("status", "reviewed")
        self.comment("check <again> & again")
        view = self.state()["view"]
        content, name = self.saved("#export-bcf")
        self.assertEqual(name, "bench-b.bcf")
        archive = zipfile.ZipFile(io.BytesIO(content))
        self.assertIsNone(archive.testzip())
        self.assertIn(b'VersionId="2.1"', archive.read("bcf.version"))
        topics = {}
        for path in archive.namelist():
            if not path.endswith("markup.bcf"):
                continue
            markup = xml.fromstring(archive.read(path))
            topic = markup.find("Topic")
            self.assertEqual(path, f"{topic.get('Guid')}/markup.bcf")
            topics[topic.findtext("Title")] = (topic, markup, path.split("/")[0])
        self.assertEqual(len(topics), 5)  # all findings that are listed; not what is ignored
        topic, markup, folder = topics["Near: block and lid"]
        self.assertEqual((topic.get("TopicType"), topic.get("TopicStatus")), ("Clearance", "In Progress"))
        self.assertEqual({of[0].get("TopicType") for of in topics.values()}, {"Clash", "Contact", "Clearance"})
        self.assertIn("c-near", topic.findtext("Description"))
        self.assertEqual([(c.findtext("Author"), c.findtext("Comment")) for c in markup.findall("Comment")], [("Ann", "check <again> & again")])
        self.assertEqual(archive.read(f"{folder}/snapshot.png")[:8], b"\x89PNG\r\n\x1a\n")
        look = xml.fromstring(archive.read(f"{folder}/viewpoint.bcfv"))
        self.assertEqual(look.get("Guid"), markup.find("Viewpoints").get("Guid"))
        self.assertEqual([part.findtext("AuthoringToolId") for part in look.iter("Component")], ["block", "lid"])
        eye, ahead = ([float(look.find(f"PerspectiveCamera/{name}/{axis}").text) for axis in "XYZ"] for name in ("CameraViewPoint", "CameraDirection"))
        place = [1.020, 2.005, -0.4748]  # in metres
        toward = [p - e for p, e in zip(place, eye)]
        far = sum(c * c for c in toward) ** 0.5
        self.assertLess(sum((c / far - a) ** 2 for c, a in zip(toward, ahead)), 1e-6)
        self.assertTrue(45 <= float(look.findtext("PerspectiveCamera/FieldOfView")) <= 60)
        self.settle()
        for end in ("eye", "target"):  # as it was before
            self.assertLess(math.dist(self.state()["view"][end], view[end]), 1e-6)
        self.assertEqual(self.picked(), "c-near")

    def test_topics_have_the_program_s_guids(self):
        page, bcf = check_pages.FOLDER / "guids.html", check_pages.FOLDER / "guids.bcf"
        made = subprocess.run([check_pages.APART, "check", "--json", "--html", page, "--bcf", bcf], capture_output=True, text=True)
        ids = [pair["id"] for pair in json.loads(made.stdout)["pairs"] if pair["state"] != "clear"]
        guids = lambda names: {name.split("/")[0] for name in names if "/" in name}
        self.open(page)
        self.browser.run("void window.apart.bcf(x).then(text => window.made = text)", ids)
        self.browser.wait("window.made !== undefined")
        ours = zipfile.ZipFile(io.BytesIO(base64.b64decode(self.browser.run("window.made"))))
        self.assertEqual(guids(ours.namelist()), guids(zipfile.ZipFile(bcf).namelist()))


class Paper(CheckTest):
    def test_prints_every_row(self):
        self.open(write("paper.html", large(2000, 400)))
        self.settle()
        pages = len(re.findall(rb"/Type\s*/Page\b", self.browser.pdf()))
        self.assertGreater(pages, 4)
        rows = self.browser.run("[...document.querySelectorAll('#print tbody tr')].map(row => row.innerText)")
        self.assertEqual(len(rows), 300)  # without those that are clear
        self.assertGreater(len(rows), 5 * self.state()["rowElements"])
        text = self.browser.run("document.getElementById('print').textContent")
        for words in ("plant", "100 clashes", "2,000 bodies", "300 of 400 listed pairs"):
            self.assertIn(words, text)
        self.assertTrue(self.browser.run("document.querySelector('#print img').src.startsWith('data:image/png')"))
        self.browser._devtools("Emulation.setEmulatedMedia", media="print")
        self.addCleanup(lambda: self.browser._devtools("Emulation.setEmulatedMedia", media=""))
        seen = self.browser.run("['main', 'header', '#print'].map(name => getComputedStyle(document.querySelector(name)).display)")
        self.assertEqual(seen, ["none", "none", "block"])

    def test_phone(self):
        self.browser.narrow(390, 844)
        self.addCleanup(lambda: self.browser.narrow(0, 0))
        title = {"title": "A very long title of an assembly that does not fit into the width of a telephone at all"}
        for fragment in ("", "#c-pin"):
            self.open(write("phone.html", report() | title), fragment)
            self.settle()
            for identity in ("section", "measure"):
                self.browser.run("document.getElementById(x).click()", identity)
            self.assertEqual(self.browser.run("innerWidth"), 390)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390)
            beyond = self.browser.run("[...document.querySelectorAll('button, select, input, .panel, #rows, .bar')].filter(e => e.offsetParent && e.getBoundingClientRect().right > 391).map(e => e.id || e.className)")
            self.assertEqual(beyond, [])
            view, rows = self.browser.run("['.view', '.list'].map(name => document.querySelector(name).getBoundingClientRect()).map(r => [r.top, r.bottom, r.width])")
            self.assertGreaterEqual(rows[0], view[1])
            self.assertGreater(view[2], 350)


if __name__ == "__main__":
    check_pages.start()
