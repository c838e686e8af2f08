#!/usr/bin/env python3
"""Checks a report in a browser: python3 .ci/report.py FOLDER/report.html

Opens the report in headless Chromium at several sizes, in light and dark mode and on paper, and saves screenshots next to it. Fails on
console messages, network requests, a page wider than a phone, controls that the keyboard cannot reach, a scrubber that moves nothing, a
replay that starts without being asked, two replays that are not side by side, a jump to the first jam that shows another moment, tables
and charts that cannot be saved, clipped charts, mostly empty cards, filled open walls, and content clipped on paper. Needs only Python,
since it speaks the DevTools protocol through a pipe. As root on Debian, it installs Chromium if necessary."""

import base64
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

WAIT = 60.0  # time limit for one answer, s


def browser():
    """Returns the path of Chromium, which is installed if necessary."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-q"], check=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        packages = ["chromium", "fonts-liberation", "poppler-utils"]
        subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages], check=True, env=environment)
        found = shutil.which("chromium")
    return found or sys.exit("Chromium is not installed and cannot be installed here")


class Chromium:
    """A browser with one page, controlled by the DevTools protocol: zero-terminated JSON messages on descriptors 3 and 4."""

    def __init__(self, profile):
        commands, self.write = os.pipe()
        self.read, answers = os.pipe()
        for end in (commands, answers):
            os.set_inheritable(end, True)
        # The ends of the pipes must be descriptors 3 and 4 in the browser.
        shell = f'exec "$@" 3<&{commands} 4>&{answers}'
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"]
        line = ["bash", "-c", shell, "bash", browser(), *flags, f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(line, close_fds=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.rest, self.last, self.events, self.session = b"", 0, [], None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Emulation.setScrollbarsHidden", hidden=True)
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(domain + ".enable")

    def ask(self, method, **parameters):
        """Sends one command and returns its result."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def message(self):
        while b"\0" not in self.rest:
            piece = os.read(self.read, 1 << 16)
            if not piece:
                raise RuntimeError("Chromium has ended")
            self.rest += piece
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def run(self, script):
        """Runs a script on the page and returns its value; awaits a promise."""
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, script):
        """Waits until a script returns true."""
        end = time.monotonic() + WAIT
        while not self.run(script):
            if time.monotonic() > end:
                raise RuntimeError(f"never true: {script}")
            time.sleep(0.05)

    def open(self, url, width, height=900, scheme="light", motion="no-preference", media="screen"):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
        features = [{"name": name, "value": value} for name, value in features.items()]
        self.ask("Emulation.setEmulatedMedia", media=media, features=features)
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=url)
        self.until(f"location.href === {json.dumps(url)} && document.readyState === 'complete'")

    def press(self, key, code):
        text = {"text": "\r" if key == "Enter" else " "} if key in ("Enter", " ") else {}
        for kind in ("keyDown", "keyUp"):
            text = text if kind == "keyDown" else {}
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def picture(self, path, whole=True):
        """Saves the page as a PNG: all of it, or the visible part."""
        picture = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(picture["data"]))

    def close(self):
        self.ask("Browser.close")
        self.process.wait(WAIT)


PIXELS = "document.querySelector('#stage canvas').toDataURL()"
PAINTED = """[...document.querySelectorAll('#stage canvas')].every((canvas) => {
    const empty = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
    return canvas.toDataURL() !== empty.toDataURL() })"""
CUT = """[...document.querySelectorAll('.scroll, pre, table')].filter((e) => e.scrollWidth > e.clientWidth + 1)
    .map((e) => `${e.tagName}.${e.className} ${e.scrollWidth} > ${e.clientWidth}`)"""
CLIPPED = """[...document.querySelectorAll('.figures svg[role=img]')].flatMap((svg) => {
    const box = svg.getBoundingClientRect();
    const out = (r) => r.left < box.left - 0.5 || r.right > box.right + 0.5 || r.top < box.top - 0.5 || r.bottom > box.bottom + 0.5;
    return [...svg.querySelectorAll('text, circle, .line, .whisker, .grid, .axis, .mark')].filter((e) => out(e.getBoundingClientRect()))
        .map((e) => `${e.tagName} ${e.textContent || e.getAttribute('class')}`) })"""
EMPTY = """[...document.querySelectorAll('.figures > figure, .stage > figure')].map((card) => {
    const box = card.getBoundingClientRect();
    return { name: card.textContent.trim().slice(0, 30), free: (box.bottom - card.lastElementChild.getBoundingClientRect().bottom) / box.height }
    }).filter((card) => card.free > 0.5)"""
# The share of a canvas in the colour of walls. Edges are antialiased, so lines have only a small share and filled walls a large one.
WALLS = """[...document.querySelectorAll('#stage canvas')].map((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let wall = 0;
    for (let k = 0; k < data.length; k += 4) wall += data[k] === 0x80 && data[k + 1] === 0x8a && data[k + 2] === 0x96 && data[k + 3] === 255;
    return wall / (data.length / 4) })"""
WIDER = """[...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll, pre, .skip, svg *')
    && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className).slice(0, 5)"""


def check(holds, what):
    """Reports the outcome of a check and counts failures."""
    print(("ok   " if holds else "FAIL ") + what, flush=True)
    check.failed += not holds


check.failed = 0


def fits(page, url, width):
    page.open(url, width)
    wide = page.run("document.documentElement.scrollWidth")
    check(wide <= width, f"at {width} px nothing overflows: the page is {wide} px wide {page.run(WIDER)}")


def keyboard(page, url):
    """Tab reaches every control, and the keyboard controls the replays."""
    page.open(url, 1280, motion="reduce")
    page.press("Tab", 9)
    check(page.run("document.activeElement.className") == "skip", "the first Tab goes to the skip link")
    if not page.run("Boolean(document.getElementById('player'))"):
        return print("     (no replays in this report)")
    reached = []
    for _ in range(400):
        page.press("Tab", 9)
        reached.append(page.run("document.activeElement.id || document.activeElement.tagName"))
        if reached[-1] == "speed":
            break
    for control in ("scene", "left", "right", "play", "scrub", "speed"):
        check(control in reached, f"Tab reaches '{control}'")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    check(page.run(outline) != "none", "the focus is visible")
    check(page.run("document.getElementById('play').textContent") == "Play", "with reduced motion nothing plays automatically")
    check(page.run("document.querySelectorAll('#groups li').length") > 0, "the groups have a legend")
    page.run("document.getElementById('scrub').focus()")
    before, value = page.run(PIXELS), page.run("document.getElementById('scrub').value")
    for _ in range(5):
        page.press("ArrowRight", 39)
    check(page.run("document.getElementById('scrub').value") != value, "the arrow keys move the scrubber")
    check(page.run(PIXELS) != before, "the scrubber moves the units")
    check(page.run(PAINTED), "both canvases show something")
    if page.run("document.getElementById('scene').length") > 1:
        before = page.run(PIXELS)
        page.run("document.getElementById('scene').focus()")
        page.press("ArrowDown", 40)
        page.until(f"{PIXELS} !== {json.dumps(before)}")
        check(page.run(PAINTED), "the arrow keys choose another scene")
    page.run("document.getElementById('play').focus()")
    clock = page.run("document.getElementById('clock').textContent")
    page.press(" ", 32)
    page.until(f"document.getElementById('clock').textContent !== {json.dumps(clock)}")
    check(page.run("document.getElementById('play').textContent") == "Pause", "the space bar plays")
    page.press(" ", 32)
    check(page.run("document.getElementById('play').textContent") == "Play", "the space bar pauses")
    page.run("document.activeElement.blur()")
    page.run("document.getElementById('stage').scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.run("new Promise((done) => setTimeout(done, 300))")
    scrolled = page.run("scrollY")
    page.press(" ", 32)
    check(page.run("document.getElementById('play').textContent") == "Pause", "the space bar plays without a focus while a replay is seen")
    check(page.run("scrollY") == scrolled, "and does not scroll")
    page.press(" ", 32)
    page.run("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    page.run("new Promise((done) => setTimeout(done, 300))")
    page.press(" ", 32)
    check(page.run("document.getElementById('play').textContent") == "Play", "out of sight, the space bar starts nothing")


def replays(page, url):
    """Replays do not start automatically, show open walls as lines, and can be enlarged."""
    page.open(url, 1280)
    page.run("new Promise((done) => setTimeout(done, 300))")
    state = page.run("[document.getElementById('play').textContent, document.getElementById('scrub').value]")
    check(state == ["Play", "0"], f"no replay starts automatically {state}")
    scenes = page.run("JSON.parse(document.getElementById('replay-data').textContent).scenes.map((s) => s.walls.map((w) => w.solid))")
    for index, solid in enumerate(scenes):
        page.run(f"{{ const s = document.getElementById('scene'); s.value = {index}; s.dispatchEvent(new Event('change')) }}")
        if solid and not any(solid):
            share = max(page.run(WALLS))
            check(0 < share < 0.05, f"scene {index + 1}: its open walls are lines ({share:.1%} of the picture)")
    fill = page.run("[...document.querySelectorAll('.wall.open')].map((e) => getComputedStyle(e).fill).filter((fill) => fill !== 'none')")
    check(not fill, "no open wall on a contact map is filled")
    side_by_side(page, url)
    first_jam(page)


CHOOSE = """(id, index) => { const s = document.getElementById(id); s.selectedIndex = index; s.dispatchEvent(new Event('change')) }"""
VARIANTS = "JSON.parse(document.getElementById('replay-data').textContent).scenes[document.getElementById('scene').value].variants"


def side_by_side(page, url):
    """Two replays share the width of the window, and the selectors choose their variants."""
    for width in (1280, 700):
        page.open(url, width)
        boxes = page.run("[...document.querySelectorAll('#stage figure')].map((e) => e.getBoundingClientRect()).map((r) => [r.left, r.top, r.right])")
        alone = page.run(f"{VARIANTS}.length") == 1
        check(len(boxes) == (1 if alone else 2) and len({top for _, top, _ in boxes}) == 1, f"at {width} px two replays are side by side {boxes}")
        used = boxes[-1][2] - boxes[0][0]
        check(used >= 0.9 * width, f"at {width} px they use {used:.0f} px")
    labels = page.run(f"{VARIANTS}.map((v) => v.label)")
    for index, label in enumerate(labels):
        for side, id in enumerate(("left", "right")[:1 if alone else 2]):
            page.run(f"({CHOOSE})('{id}', {index})")
            shown = page.run(f"document.querySelectorAll('#stage b')[{side}].textContent")
            check(shown == label and page.run(PAINTED), f"'{label}' can be chosen on the {id}")


def first_jam(page):
    """The button jumps to the first jam of the two variants, and is off if there is none."""
    jams = page.run(f"{VARIANTS}.map((v) => v.jam)")
    for index, jam in enumerate(jams):
        for id in ("left", "right"):
            page.run(f"({CHOOSE})('{id}', {index})")
        off = page.run("document.getElementById('jam').disabled")
        check(off == (jam is None), f"'First jam' is {'off' if off else 'on'}: the first jam begins at {jam} s")
        if jam is not None:
            page.run("document.getElementById('jam').click()")
            clock = page.run("document.getElementById('clock').textContent")
            check(clock == f"{jam:.1f} s", f"it jumps to {clock}")
            note = page.run("document.querySelector('#stage span').textContent")
            check(f"first jam at {jam:.1f} s" in note, f"the replay says so: {note}")


SAVED = """(async (button) => {
    const saved = new Promise((done) => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { URL.createObjectURL = make; done(blob); return make.call(URL, blob) } });
    button.click();
    const blob = await saved;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return [blob.type, btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))] })"""


def saving(page, url, folder):
    """Each table is saved as CSV and each chart as SVG and PNG."""
    page.open(url, 1280)
    page.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    tables = page.run("document.querySelectorAll('table').length")
    charts = page.run("document.querySelectorAll('.figures > figure').length")
    counts = [page.run(f"[...document.querySelectorAll('.save button')].filter((b) => b.textContent === 'Save as {form}').length") for form in ("CSV", "SVG", "PNG")]
    check(counts == [tables, charts, charts] and tables > 0, f"buttons for {tables} tables and {charts} charts: {counts}")
    for index in range(page.run("document.querySelectorAll('.save button').length")):
        button = f"document.querySelectorAll('.save button')[{index}]"
        name = page.run(f"{button}.getAttribute('aria-label')")
        kind, content = page.run(f"{SAVED}({button})")
        content = base64.b64decode(content)
        if "CSV" in name:
            rows = list(csv.reader(content.decode().splitlines()))
            seen = page.run(f"[...{button}.closest('.save').parentElement.previousElementSibling.querySelectorAll('tr')].map((r) => r.cells.length)")
            check(kind == "text/csv" and [len(row) for row in rows] == seen, f"{name}: {len(rows)} rows")
        elif "SVG" in name:
            drawing = xml.dom.minidom.parseString(content).documentElement
            width, height = (int(drawing.getAttribute(side)) for side in ("width", "height"))
            styled = b"var(--" not in content and b"class=" not in content
            check(drawing.tagName == "svg" and styled and min(width, height) > 100, f"{name}: {width} x {height}")
            (folder / f"saved-{index}.svg").write_bytes(content)
        else:
            check(content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) > 5000, f"{name}: {len(content)} bytes")
            (folder / f"saved-{index}.png").write_bytes(content)


def figures(page, url):
    """No chart is clipped, no card is empty, and variants can be highlighted."""
    for width in (1280, 400):
        page.open(url, width)
        clipped = page.run(CLIPPED)
        check(not clipped, f"at {width} px no chart is clipped {clipped[:5]}")
        empty = page.run(EMPTY)
        check(not empty, f"at {width} px no card is mostly empty {empty[:5]}")
    page.run("document.querySelector('.key').focus()")
    seen = """[...document.querySelectorAll('.figures svg path.line')].map((line) => [line.matches('.lit'), getComputedStyle(line).opacity])"""
    lit = page.run(seen)
    right = all((opacity == "1") == bright for bright, opacity in lit)
    check(right and any(bright for bright, _ in lit), "a key of the legend highlights its variant, and the others fade")


def pictures(page, url, folder):
    for name, width, scheme in (("1280", 1280, "light"), ("1280-dark", 1280, "dark"), ("700", 700, "light"), ("400", 400, "light"), ("400-dark", 400, "dark")):
        page.open(url, width, scheme=scheme, motion="reduce")
        page.picture(folder / f"report-{name}.png")
        print(f"     {folder / f'report-{name}.png'}")


def paper(page, url, folder):
    """Prints the report and checks that no scrolling box is clipped and nothing is folded."""
    page.open(url, 718, media="print")  # A4 less its margins, in CSS pixels
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    cut = page.run(CUT)
    check(not cut, f"on paper no table or command is clipped {cut}")
    check(page.run("document.querySelectorAll('details:not([open])').length") == 0, "on paper nothing is folded")
    pdf = page.ask("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
    (folder / "report.pdf").write_bytes(base64.b64decode(pdf))
    if shutil.which("pdftoppm"):
        subprocess.run(["pdftoppm", "-r", "60", "-png", folder / "report.pdf", folder / "report-paper"], check=True)
    print(f"     {folder / 'report.pdf'}")


def quiet(page):
    """Checks for console messages and for requests other than the file."""
    events = [(event.get("method"), event.get("params", {})) for event in page.events]
    said = [p["entry"]["text"] for m, p in events if m == "Log.entryAdded"]
    said += [str(p["args"]) for m, p in events if m == "Runtime.consoleAPICalled"]
    said += [p["exceptionDetails"]["text"] for m, p in events if m == "Runtime.exceptionThrown"]
    check(not said, f"no console messages {said[:5]}")
    urls = {p["request"]["url"] for m, p in events if m == "Network.requestWillBeSent"}
    others = [url[:80] for url in urls if not url.startswith(("file:", "data:", "about:", "blob:"))]
    check(not others, f"no network requests {others[:5]}")
    files = {url for url in urls if url.startswith("file:")}
    check(len(files) == 1, "only one file is read")


def main():
    report = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) == 2 else sys.exit(__doc__)
    if not report.is_file():
        sys.exit(f"{report} is not a file")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        page = Chromium(profile)
        try:
            for width in (1280, 700, 400):
                fits(page, report.as_uri(), width)
            keyboard(page, report.as_uri())
            figures(page, report.as_uri())
            if page.run("Boolean(document.getElementById('player'))"):
                replays(page, report.as_uri())
            saving(page, report.as_uri(), report.parent)
            pictures(page, report.as_uri(), report.parent)
            paper(page, report.as_uri(), report.parent)
            quiet(page)
        finally:
            page.close()
    print(f"{check.failed} failed")
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
