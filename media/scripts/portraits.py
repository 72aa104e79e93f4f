"""Portraits for the reviewers: nobody's face, but a head and shoulders in coloured light, each its own.
usage: portraits.py [NAME...]   writes public/media/reviewers/<name>.webp, 400 x 400; the same name always gives the same picture"""
import hashlib, os, sys
import numpy as np
from PIL import Image
from scipy import ndimage as ni
OUT = os.path.join(os.environ.get("OUT_DIR", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "public", "media")), "reviewers")
# name: how the hair falls; colours and light follow from the name itself
HAIR = {"aarav-mehta": "short", "ananya-rao": "long", "arjun-nair": "curly", "deepika-shetty": "bun", "farhan-khan": "beard", "ishita-banerjee": "bob", "karthik-reddy": "short", "meera-krishnan": "bun",
        "nikhil-joshi": "curly", "priya-sharma": "long", "rohan-d-souza": "beard", "sneha-patil": "bob"}
PALETTES = [((.20, .07, .34), (.91, .72, .37), (.62, .25, .95)), ((.30, .05, .16), (.96, .55, .45), (.91, .41, .55)), ((.05, .10, .30), (.95, .75, .45), (.20, .50, .95)), ((.24, .10, .05), (.97, .80, .50), (.95, .45, .20)),
            ((.04, .18, .22), (.96, .78, .50), (.10, .70, .72)), ((.26, .05, .30), (.95, .62, .72), (.85, .20, .75)), ((.12, .09, .32), (.70, .80, 1.0), (.45, .40, .98)), ((.28, .06, .08), (.98, .72, .36), (.90, .22, .24)),
            ((.06, .14, .16), (.80, .92, .70), (.25, .75, .55)), ((.20, .08, .20), (.97, .70, .55), (.95, .50, .30)), ((.10, .05, .28), (.95, .60, .85), (.50, .25, .95)), ((.07, .09, .22), (.98, .84, .55), (.35, .55, .80))]
N = 800
Y, X = np.mgrid[0:N, 0:N].astype(np.float32) / N
def blob(cx, cy, rx, ry, p=2.0): return (np.abs((X - cx) / rx) ** p + np.abs((Y - cy) / ry) ** p) < 1
def soft(m, s=1.2): return ni.gaussian_filter(m.astype(np.float32), s)[..., None]
def portrait(name):
    r = np.random.RandomState(int(hashlib.sha256(name.encode()).hexdigest()[:8], 16)); base, key, rim = (np.array(c, np.float32) for c in PALETTES[sorted(HAIR).index(name)]); side = 1 if r.rand() < .5 else -1
    def lit(cx, cy, s, c, k): return np.exp(-(((X - cx) ** 2 + (Y - cy) ** 2) / s ** 2))[..., None] * c * k
    a = base * .32 + lit(.5 - side * .26, .30 + .1 * r.rand(), .34, rim, .55) + lit(.5 + side * .34, .78, .40, key, .30) + np.zeros((N, N, 3), np.float32)
    # a ring of light behind: an arc whose size and gap are the name's own
    cx, cy, R = .5 + side * .03, .45, .33 + .05 * r.rand(); d = np.hypot(X - cx, Y - cy); th = np.arctan2(Y - cy, X - cx); g0 = r.uniform(-np.pi, np.pi); gap = np.clip((np.abs((th - g0 + np.pi) % (2 * np.pi) - np.pi) - r.uniform(.35, .9)) / .25, 0, 1)
    for w, k in ((.0065, 1.0), (.03, .30), (.09, .14)): a += (np.exp(-((d - R) / w) ** 2) * gap)[..., None] * key * k
    for _ in range(9): q = r.rand(2); s = r.uniform(.012, .035); a += soft(blob(q[0], q[1] * .8, s, s), 2.5) * (key if r.rand() < .6 else rim) * r.uniform(.08, .22)
    turn = side * .012; skin = blob(.5 + turn, .415, .118, .150, 2.25) | (blob(.5 + turn * .5, .58, .060, .12, 3)); body = blob(.5, 1.02, .355 + .03 * r.rand(), .36, 2.5) & (Y > .60); hair = np.zeros_like(skin); front = hair.copy(); h = HAIR[name]
    cap = blob(.5 + turn * .4, .350, .136, .128, 2.2) & (Y < .385 - .25 * (X - .5) * side)
    if h == "long": hair = blob(.5, .48, .185, .285, 2.6) & (Y < .78); front = blob(.5 - side * .01, .335, .142, .115) & (Y < .36 - .45 * (X - .5) * side)
    if h == "bob": hair = blob(.5, .425, .182, .205, 3.0) & (Y < .60); front = blob(.5, .335, .146, .115) & (Y < .345 - .30 * (X - .5) * side)
    if h == "bun": hair = blob(.5 - side * .035, .232, .075, .070) | blob(.5, .385, .140, .150); front = blob(.5, .335, .136, .105) & (Y < .335 + .9 * (X - .5) ** 2 * 6)
    if h == "short": front = cap; hair = blob(.5, .375, .132, .130, 2.4) & (Y < .43)
    if h == "curly":
        for i in range(20): t = np.pi * (1.08 + .84 * -i / 19 * 1.0) ; front = front | (blob(.5 + .118 * np.cos(np.pi * i / 19), .345 - .105 * np.sin(np.pi * i / 19) + .02 * r.rand(), .042, .040))
        front |= blob(.5, .295, .11, .06)
    if h == "beard": front = cap; hair = blob(.5, .375, .130, .128, 2.4) & (Y < .42); front = front | (blob(.5 + turn, .475, .120, .105, 2.4) & ~blob(.5 + turn, .405, .092, .098, 2.4) & (Y > .43))
    lx = np.clip(.5 + (X - .5) * -side * 2.6, 0, 1)[..., None]; ly = np.clip(1.15 - Y, 0, 1)[..., None]
    def put(m, c0, c1, edge):
        nonlocal a
        k = soft(m); col = (c0 * (1 - lx) + c1 * lx) * (.55 + .55 * ly); dist = ni.distance_transform_edt(m).astype(np.float32)[..., None] / N; e = np.exp(-dist / .012); col = col + edge * e * np.clip(lx * 1.5 - .45, 0, 1) + rim * .5 * e * np.clip(.35 - lx, 0, 1); a = a * (1 - k) + col * k
    dark = base * .28 + .012; put(hair, dark * .7, dark * 1.6 + rim * .05, key * .35)
    put(body, base * .5, base * 1.15 + rim * .16, key * .55); put(skin, base * .75 + key * .08, key * .62 + rim * .10, key * .30); put(front, dark * .7, dark * 1.9 + rim * .08, key * .40)
    a *= (1 - .30 * np.clip(((X - .5) ** 2 + (Y - .5) ** 2) / .5, 0, 1))[..., None]; a = np.clip(a, 0, None); a = (a * (1.05 + a * .35)) / (1 + a * .55); a = np.clip(a, 0, 1) ** (1 / 1.65)
    im = Image.fromarray((a * 255 + r.rand(N, N, 1) * 1.5 - .75).clip(0, 255).astype(np.uint8)).resize((400, 400), Image.LANCZOS); os.makedirs(OUT, exist_ok=True); p = os.path.join(OUT, name + ".webp"); im.save(p, "WEBP", quality=84, method=6); return os.path.getsize(p)
if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(HAIR): print("reviewers/%s.webp" % name, portrait(name) // 1024, "kB")
