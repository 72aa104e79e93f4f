"""Rooms dressed for an evening: the gallery, locations, banners, about, previews and the sets of the clips."""
from scenes import *
from lib import *

PLUM, CHAMPAGNE, BLUSH, IVORY = (.20, .02, .16), (.80, .52, .26), (.80, .30, .32), (.80, .72, .62)


# ---------- small sets
WIDE = (1920, 900)


def photo(name, size=(1600, 1067), spp=None, rscale=None, guide=1600, also=(), **kw):
    """light is rendered small and sharpened along the edges of a full-size guide; `also` names further cuts of the same picture"""
    q = (20, .30) if os.environ.get("QUALITY") == "draft" else (44, .42); spp, rscale = spp or q[0], rscale or q[1]
    def d(fn):
        def f(): S["meta"]["also"] = list(also); fn()
        return scene(name, size=size, spp=spp, rscale=rscale, guide=guide, **kw)(f)
    return d


def shell(W, D, H=3.0, wall="wallpaint", floor="darkwood", ceil=None, back=True):
    w2 = W / 2
    box((0, D / 2, -.05), (W + .4, D + .4, .1), floor)
    box((0, D / 2, H + .05), (W + .4, D + .4, .1), ceil or mat("ceil", (.010, .008, .020), .9, spec=.1))
    for s in (-1, 1): box((s * (w2 + .05), D / 2, H / 2), (.1, D + .4, H), wall)
    box((0, D + .05, H / 2), (W + .4, .1, H), wall)
    if back: box((0, -.05, H / 2), (W + .4, .1, H), wall)


def stone(c=(.02, .016, .024), c2=(.075, .06, .08)):
    """polished stone, just rough enough for the guide to see the floor and not what it mirrors"""
    return mat("stone%.2f" % c[0], c, .29, noise=(1.6, c2, .1))


def pillar(c, r=.035, h=.14, mt=None, k=1.0):
    p = [(0.0001, 0), (r * .97, 0), (r, .004), (r, h - .008), (r * .985, h - .002), (r * .93, h), (r * .82, h - .003), (r * .4, h - .008), (0.0001, h - .009)]
    link(lathe(p, 24, key=("candle", round(r, 3), round(h, 3))), mt or waxm(h), c)
    flame((c[0], c[1], c[2] + h + .002), max(.8, min(1.5, r / .03)), k)


def group(c, n=5, spread=.16, hs=(.08, .30), rs=(.03, .045), power=2.2, g=None):
    """pillar candles standing together, one light for all"""
    pts = []
    for i in range(n):
        for _ in range(30):
            a, q = R.uniform(0, 2 * pi), spread * math.sqrt(R.random()); p = (c[0] + q * cos(a), c[1] + q * sin(a))
            if all(math.hypot(p[0] - o[0], p[1] - o[1]) > .075 for o in pts): break
        pts.append(p); pillar((p[0], p[1], c[2]), R.choice((rs[0], rs[1], .038)), round(R.uniform(*hs), 2))
    if power: point((c[0], c[1], c[2] + hs[1] + .08), (1, .47, .15), power, .06, g=g)


def hurricane(c, h=.34, r=.07, ch=.16, power=0, g=None):
    """pillar candle in a tall clear glass"""
    link(lathe([(r * .96, 0), (r, .006), (r, h), (r * .965, h), (r * .96, .008), (.0001, .008)], 28, key=("hur", h, r)), mat("hglass", (1, .86, .7), .04, alpha=.14, spec=1.), c)
    pillar((c[0], c[1], c[2] + .01), r * .5, ch)
    if power: point((c[0], c[1], c[2] + h + .05), (1, .47, .15), power, .05, g=g)


def aisle(y0, y1, n, half=.55, cx=lambda y: 0, item=None, every=4, power=.8, z=0, g=None):
    """two rows of lights along a path; a real lamp only at every few"""
    for i in range(n):
        y = y0 + (y1 - y0) * i / (n - 1)
        for s in (-1, 1):
            p = (cx(y) + s * half + R.uniform(-.02, .02), y + R.uniform(-.03, .03), z)
            (item or (lambda p, i, s: tealight(p, glass=True)))(p, i, s)
            if power and i % every == every // 2: point((p[0], p[1], p[2] + .16), (1, .47, .15), power, .05, g=g)


def path_petals(n, y0, y1, half=.5, cx=lambda y: 0, mt=None, s=(.028, .046), edge=False):
    def f():
        y = R.uniform(y0, y1); u = R.uniform(-1, 1)
        if edge: u = math.copysign(abs(u) ** .4, u)
        return (cx(y) + u * half, y)
    petals(n, f, s, mt)


def neon_heart(c, s=.6, color=ROSE, strength=10, r=.014, power=16, rot=0, g=None):
    P = []
    for t in np.linspace(0, 2 * pi, 64)[:-1]:
        x, z = hheart(t); P.append((c[0] + x * s * cos(rot), c[1] + x * s * sin(rot), c[2] + z * s))
    grp(tube(P, r, glow(color, strength), 8, closed=True, emis=True), g)
    if power: area((c[0] + sin(rot) * .12, c[1] - cos(rot) * .12, c[2]), (c[0] + sin(rot) * 3, c[1] - cos(rot) * 3, c[2] - .4), (s * 1.6, s * 1.6), color, power, g=g)


def ring(c, r, color, strength=9, t=.014, power=0, rot=0, axis="y", g=None, toward=-1):
    P = [(c[0] + r * cos(a), c[1], c[2] + r * sin(a)) if axis == "y" else (c[0] + r * cos(a), c[1] + r * sin(a), c[2]) for a in np.linspace(0, 2 * pi, 72)[:-1]]
    grp(tube(P, t, glow(color, strength), 8, closed=True, emis=True), g)
    if power: area((c[0], c[1] + toward * .1, c[2]), (c[0], c[1] + toward * 3, c[2]), (r * 1.5, r * 1.5), color, power, g=g)


def drape(x0, x1, y, z0, z1, mt, folds=9, depth=.07, axis="x"):
    n = folds * 8; v = []; F = []; ph = R.uniform(0, 6)
    for i in range(n + 1):
        t = i / n; a = x0 + (x1 - x0) * t; o = depth * sin(t * folds * 2 * pi + ph) + depth * .3 * sin(t * folds * 4.7 + 1)
        for z, k in ((z0, 1.25), ((z0 + z1) / 2, 1.0), (z1, .7)): v.append((a, y + o * k, z) if axis == "x" else (y + o * k, a, z))
    for i in range(n):
        for j in range(2): b = i * 3 + j; F.append([b, b + 3, b + 4, b + 1])
    return link(mk("drape", v, F), mt)


def flute(c, s=1.0, wine=True):
    link(lathe([(.0001, 0), (.032, 0), (.033, .003), (.005, .009), (.0035, .09), (.012, .105), (.024, .15), (.0265, .20), (.023, .25), (.0215, .25), (.0248, .20), (.022, .15), (.010, .108), (.0001, .104)], 28, key="flute"), mat("fglass", (.95, .97, 1), .03, alpha=.22, spec=1.), c, scale=s)
    if wine: link(lathe([(.0001, .106), (.010, .109), (.0215, .15), (.024, .195), (.0001, .195)], 24, key="wine"), mat("wine", (.95, .62, .20), .1, alpha=.75, emit=(1, .55, .12), es=.12), c, scale=s)


def pouf(c, fab, r=.30, h=.40): sq((c[0], c[1], c[2] + h / 2), (r * 2, r * 2, h), fab, 3.4); tube([(c[0] + r * .985 * cos(t), c[1] + r * .985 * sin(t), c[2] + .05) for t in np.linspace(0, 2 * pi, 40)[:-1]], .012, "brass", 6, closed=True)


def bucket(c, s=1.0, col=(.45, .02, .04)):
    """striped popcorn bucket, heaped"""
    n = 24; x, y, z = c
    for k in range(n):
        a0, a1 = 2 * pi * k / n, 2 * pi * (k + 1) / n; v = [(r * s * cos(a), r * s * sin(a), h * s) for r, h in ((.062, 0), (.088, .19)) for a in (a0, a1)]
        link(mk("bk", v, [[0, 1, 3, 2]], False), mat("bk%d" % (k // 2 % 2), col if k // 2 % 2 else (.85, .80, .72), .5), c)
    m = mat("pop", (.88, .70, .36), .8, vary=.2)
    for i in range(90):
        a, q = R.uniform(0, 2 * pi), math.sqrt(R.random()); ball((x + q * .085 * s * cos(a), y + q * .085 * s * sin(a), z + (.185 + .055 * (1 - q * q) + R.uniform(0, .02)) * s), .016 * s * R.uniform(.7, 1.2), m, 12, (1, R.uniform(.7, 1), R.uniform(.7, 1)), rot=(R.uniform(0, 3), R.uniform(0, 3), 0))


def teddy(c, s=1.0, rot=0, col=(.42, .24, .12)):
    f = mat("fur", col, .95, sheen=1., spec=.1, bump=(240, 1.0)); f2 = mat("fur2", (.70, .52, .36), .95, sheen=1., spec=.1, bump=(240, 1.0)); X = []
    for p, r, sc, m in (((0, 0, .20), .17, (1, .85, 1.1), f), ((0, -.02, .48), .14, (1.08, .95, 1), f), ((0, -.13, .45), .062, (1.1, .8, .85), f2), ((0, -.10, .20), .11, (1, .55, 1.1), f2)): X.append(ball(p, r, m, 32, sc))
    for q in (-1, 1):
        X += [ball((q * .11, 0, .60), .055, f, 24, (1, .6, 1)), ball((q * .11, -.02, .60), .035, f2, 20, (1, .6, 1)), ball((q * .19, -.05, .27), .06, f, 24, (.9, .9, 1.7), rot=(-.5, q * .6, 0)), ball((q * .13, -.17, .07), .075, f, 24, (1, 1.6, 1)), ball((q * .14, -.29, .075), .052, f2, 20, (1, .3, 1)), ball((q * .052, -.145, .515), .016, "matte", 16)]
    X.append(ball((0, -.185, .47), .02, "matte", 16, (1.3, .8, .9)))
    m = Matrix.Translation(Vector(c)) @ Matrix.Rotation(rot, 4, "Z") @ Matrix.Scale(s, 4)
    for o in X: o.matrix_world = m @ Matrix.LocRotScale(o.location, o.rotation_euler, o.scale)


def cake(c, s=1.0, col=(.82, .66, .58), trim="gilt", tiers=2):
    z = c[2]; m = mat("icing", col, .5, sss=0, bump=(90, .15))
    for k in range(tiers):
        r, h = (.17 - .055 * k) * s, .13 * s; cyl((c[0], c[1], z), r, h, m, .012 * s, 48); tube([(c[0] + r * 1.0 * cos(t), c[1] + r * sin(t), z + .012 * s) for t in np.linspace(0, 2 * pi, 60)[:-1]], .007 * s, trim, 6, closed=True); z += h
    for i in range(7): a = i * 2.4; rose((c[0] + .035 * s * math.sqrt(i) * cos(a) * .7, c[1] + .035 * s * math.sqrt(i) * sin(a) * .7, z + .01), .034 * s)
    for i in range(4): rose((c[0] + .14 * s * cos(-1.2 - i * .22), c[1] + .14 * s * sin(-1.2 - i * .22), c[2] + .14 * s), .03 * s)


def plinth(c, r, h, mt): cyl(c, r, h, mt, .012, 64)


def dress(ev=1.0, fog=None, bloom=.28, **k): S["meta"].update(ev=ev, bloom=bloom, **k); S["fog"] = fog


def bals(*cs, kind="pearl"): return [balm(c, kind) for c in cs]


def floor_balloons(n, x, y, mats, r=(.10, .15)):
    for _ in range(n): q = R.uniform(*r); balloon((R.uniform(*x), R.uniform(*y), q * 1.02), q, R.choice(mats), (R.uniform(1.2, 1.9), R.uniform(-.5, .5), R.uniform(0, 6)))


# ================= candle paths
@photo("gallery/candle-path-1", guide=1920, also=[("banners/banner-2.webp", WIDE, (0, .2, 1, .903)), ("previews/candle-path.webp", (1600, 1067), (.12, .22, .88, .98))])
def cp1():
    W, D = 5.0, 8.6; room("slat", W, D, 3.0, (1, .34, .12), (1, .50, .18), "darkwood", cove=46, starn=200); front(D, W, 3.0, "sunset", 2.5, 1.3, (1, .34, .12), AMBER)
    path_petals(330, .9, 6.6, .46, edge=True); aisle(1.1, 6.5, 20, .62, every=5, power=1.3)
    for s in (-1, 1): group((s * .95, 6.6, 0), 6, .2, (.12, .34)); vase((s * 1.35, 6.9, 0), 1.5, flowers=14)
    table((0, 7.0, 0), .34, .46); vase((0, 7.0, .46), .8); camera((.0, .35, .78), (0, 6.4, .62), 26, f=3.2, focus=(0, 3.2, .1)); dress(1.0)


@photo("gallery/candle-path-2")
def cp2():
    W, D = 6.2, 8.2; room("arch", W, D, 3.0, (.10, .36, 1.0), (1, .60, .28), "darkwood", cove=46, starn=240); cx = lambda y: .75 * sin((y - 1) * .85)
    path_petals(300, .8, 6.2, .46, cx, mat("rosew", (.70, .52, .50), .5, sheen=.5, vary=.2)); aisle(.9, 6.2, 18, .62, cx, lambda p, i, s: pillar(p, .036, (.10, .18, .26, .14)[(i + (s > 0)) % 4]), 5, 1.4)
    X = cx(6.9); table((X, 6.95, 0), .44, .72); vase((X, 7.0, .72), .8, fm=mat("rosew2", (.75, .60, .55), .5, sheen=.5)); [flute((X + s * .2, 6.85, .72)) for s in (-1, 1)]; [pouf((X + s * .82, 7.0, 0), fabric((.10, .16, .30)), .27, .46) for s in (-1, 1)]
    area((X, 6.0, 2.5), (X, 7.0, .4), (1.0, .5), (1, .75, .55), 64); area((0, 3.0, 2.6), (0, 3.4, 0), (1.2, 3), (.95, .72, .66), 34); curtain_lights(-2.4, 2.4, D - .06, .4, 2.6, 26, 16, inten=.8); camera((1.35, .55, 1.55), (-.25, 5.6, .42), 27, f=5, focus=(0, 4, .2)); dress(1.05)


@photo("gallery/candle-path-3")
def cp3():
    W, D = 6.0, 6.4; room("pads", W, D, 3.0, (1, .30, .10), (1, .46, .15), "carpetred", pad=(.17, .010, .028), wood="walnut", cove=34, starn=120); c = (0, 2.9)
    n = 46
    for i in range(n):
        t = 2 * pi * i / n; x, y = hheart(t); p = (c[0] + x * 1.12, c[1] + y * 1.12, 0); tealight(p, glass=True)
        if i % 6 == 0: point((p[0], p[1], .2), (1, .47, .15), 1.5, .05)
    def inside():
        t, q = R.uniform(0, 2 * pi), math.sqrt(R.random()) * .92; x, y = hheart(t); return (c[0] + x * 1.05 * q, c[1] + y * 1.05 * q)
    petals(980, inside, (.034, .052), mat("rosep3", (.55, .012, .04), .5, sheen=.6, vary=.4)); heart_roses((0, 2.92, .02), .44, 30, .075, mat("rw", (.82, .66, .58), .5, sheen=.6))
    path_petals(110, .6, 1.8, .3); path_petals(160, 1.2, 4.4, 1.9); aisle(.9, 1.6, 3, .42, every=9); [group((s * 2.1, 4.7, 0), 6, .2, (.12, .36), power=3) for s in (-1, 1)]; sofa((0, 5.2, 0), 0, 3, fabric((.24, .014, .034)), [fabric((.6, .32, .1), "soft"), fabric((.45, .03, .08), "soft")])
    area((0, 4.2, 2.6), (0, 5.0, .3), (2.6, .6), (1, .62, .4), 34); area((0, 2.4, 2.9), (0, 2.9, 0), (1.6, 1.6), (1, .55, .42), 22); camera((-.4, .25, 1.85), (.02, 3.35, .22), 26, f=8, focus=(0, 3, 0)); dress(1.15)


@photo("gallery/candle-path-4")
def cp4():
    W, D = 2.3, 9.0; shell(W, D, 2.7, floor=stone()); [slats(s * W / 2, .1, D - .2, .0, 2.7, -s, "walnut", .11, .06) for s in (-1, 1)]
    box((0, D - .02, 1.15), (1.25, .02, 2.3), glow((1, .50, .20), .55), emis=True); area((0, D - .1, 1.2), (0, 0, .6), (1.2, 2.2), (1, .55, .25), 34); [drape(s * .42, s * 1.05, D - .16, .02, 2.66, fabric((.26, .015, .03)), 4) for s in (-1, 1)]
    for i in range(7):
        y = 1.3 + i * 1.05
        for s in (-1, 1): lantern((s * .82, y, 0), 1.05 if (i + (s > 0)) % 2 else .8, "black", 1.5 if i < 5 else 0)
    path_petals(240, .5, 7.8, .42, edge=True); led((-W / 2 + .1, .1, 2.66), (-W / 2 + .1, D - .1, 2.66), (1, .42, .14), 4, .01, 12, (0, D / 2, 2.0)); led((W / 2 - .1, .1, 2.66), (W / 2 - .1, D - .1, 2.66), (1, .42, .14), 4, .01, 12, (0, D / 2, 2.0))
    camera((.18, .1, 1.15), (-.02, 6, .78), 27, f=4, focus=(0, 3.4, .2)); dress(.9)


@photo("gallery/candle-path-5")
def cp5():
    W, D = 5.4, 7.4; shell(W, D, 3.1, floor="carpet"); [pads(s * W / 2, .1, D - .1, .05, 3.0, -s, fabric((.05, .025, .09)), 6, 3) for s in (-1, 1)]
    for k in range(5):
        y = 3.0 + k * .42; h = .15 * (k + 1); box((0, (y + D) / 2, h / 2), (3.4, D - y, h), "walnut", r=.008); led((-1.68, y - .012, h - .03), (1.68, y - .012, h - .03), (1, .48, .18), 5, .006, 3, (0, y - 1, 0))
        for s in (-1, 1): group((s * 1.36, y + .2, h), 4, .13, (.08, .24), power=1.5); [tealight((s * (.95 - .12 * j), y + .2, h)) for j in (0, 1)]
        petals(34, lambda: (R.uniform(-.72, .72), y + R.uniform(.04, .38), h))
    path_petals(120, .5, 2.9, .6); aisle(.8, 2.7, 7, .8, every=4, power=1.2)
    ring((0, 6.6, 1.95), .95, (.75, .30, 1.0), 9, .016, 40); drape(-2.6, 2.6, D - .12, .1, 3.05, fabric((.06, .03, .10)), 16); sofa((0, 6.1, .75), 0, 2, fabric((.30, .20, .34)), [fabric((.7, .4, .15), "soft")] * 2)
    area((0, 5.2, 3.0), (0, 5.8, .8), (1.6, .6), (1, .7, .8), 16); camera((-.5, .2, 1.05), (.05, 5.2, 1.0), 26, f=5, focus=(0, 3.6, .4)); dress(1.0)


@photo("gallery/candle-path-6")
def cp6():
    shell(6, 9, 3, floor=stone()); path_petals(190, .3, 3.2, .9, s=(.03, .05)); mr = mat("rosep6", (.50, .010, .05), .5, sheen=.6, vary=.3)
    for i, (x, y) in enumerate(((-.22, .62), (.10, .78), (-.05, 1.05), (.34, 1.16), (-.42, 1.2), (.12, 1.5), (-.28, 1.75), (.5, 1.8), (.2, 2.2), (-.5, 2.4), (0, 2.8))): tealight((x, y, 0), .16 if i < 8 else 0, glass=True)
    rose((.27, .70, .045), .085, mr, (.5, -.4, 1)); rose((-.5, .95, .04), .08, mr, (.2, .6, 2)); rose((.62, 1.45, .04), .085, mr)
    curtain_lights(-1.6, 1.6, 4.2, .1, 1.0, 20, 9, (1, .50, .22), 1.5); curtain_lights(-2.6, 2.6, 6.5, .1, 2.6, 14, 12, (.7, .25, 1.), 1.6)
    area((-.7, -.3, 1.2), (.1, .9, 0), (.7, .4), (1, .55, .48), 13); area((1.6, 3.0, 1.4), (0, 1, 0), (1, .6), (.55, .25, 1), 12); camera((0.02, 0.0, .30), (.02, 1.0, .07), 48, f=1.6, focus=(.10, .80, .05)); dress(.1, bloom=.2)


@photo("gallery/candle-path-7")
def cp7():
    W, D = 5.4, 6.0; shell(W, D, 3.6, floor="walnut"); k = 0; c = (0, 3.0)
    for i in range(64):
        t = i / 63; a = 1.2 + t * 4.2 * pi; r = .78 + t * 1.25; p = (c[0] + r * cos(a), c[1] + r * sin(a), 0); (pillar(p, .034, (.07, .13, .19)[i % 3]) if i % 4 == 0 else tealight(p))
        if i % 7 == 3: point((p[0], p[1], .28), (1, .47, .15), 1.7, .05)
    petals(760, lambda: (lambda t, e: (c[0] + (.62 + t * 1.25 + e) * cos(1.2 + t * 4.2 * pi), c[1] + (.62 + t * 1.25 + e) * sin(1.2 + t * 4.2 * pi)))(R.random(), R.uniform(-.06, .06)), (.03, .048), mat("rosep7", (.60, .012, .04), .5, sheen=.6, vary=.4)); cyl((0, 3, 0), .56, .012, mat("rug7", (.35, .22, .20), .95, sheen=.6, bump=(120, .8)), .006, 64)
    table((0, 3, .012), .30, .36, "whitemarble"); vase((0, 3.02, .37), .75, flowers=16); [flute((s * .16, 2.84, .37)) for s in (-1, 1)]; [pouf((s * 1.38, 3.0 + .2 * s, 0), fabric((.34, .06, .12)), .27, .34) for s in ()]
    area((0, 2.4, 3.4), (0, 3, 0), (2.2, 2.2), (1, .62, .46), 52); area((0, 1.9, 2.2), (0, 3, .4), (.5, .5), (1, .8, .66), 16); area((-2.4, 5.4, 2.4), (0, 3, 0), (1, .4), (.5, .2, 1), 22); camera((-.95, .75, 2.75), (.0, 2.98, .05), 26, f=8, focus=(0, 3, .1)); dress(1.05)


@photo("gallery/candle-path-8")
def cp8():
    W, D = 5.6, 8.6; room("hex", W, D, 3.0, (.95, .10, .55), (.40, .12, 1.0), stone(), wood="darkwood", cove=40, starn=200)
    def it(p, i, s): (hurricane(p, (.30, .40, .34)[i % 3], .075, (.12, .2, .16)[i % 3]) if i % 3 else vase((p[0] + s * .06, p[1], 0), 1.15, flowers=10, fm=mat("rosew8", (.78, .55, .56), .5, sheen=.5, vary=.1)))
    aisle(1.5, 6.8, 10, .82, item=it, every=3, power=2.0); path_petals(190, .9, 7.0, .55, mt=mat("rosew8b", (.70, .30, .34), .5, sheen=.5, vary=.2))
    ring((0, 7.7, 1.45), 1.12, ROSE, 9, .018, 45); ring((0, 7.85, 1.45), .86, (1, .55, .3), 6, .012); P = bals((.75, .28, .34), (.70, .50, .40), (.45, .06, .18)); balloon_arch([(1.2 * cos(a), 7.65, 1.45 + 1.2 * sin(a)) for a in np.linspace(-2.4, .5, 12)], P, 62, (.07, .15), .13)
    area((0, 3.0, 2.8), (0, 4.2, .3), (2.4, 3), (1, .72, .62), 44); camera((-.55, .3, 1.0), (.1, 7, .95), 27, f=4, focus=(0, 3.6, .3)); dress(1.0)


# ================= decorations
@photo("gallery/decoration-1", also=[("banners/banner-1.webp", WIDE, (0, .16, 1, .863))])
def d1():
    W, D = 6.2, 7.6; room("slat", W, D, 3.0, VIOLET, (1, .50, .16), "carpet", cove=46, starn=200); front(D, W, 3.0, "aurora", 2.9, 1.3, VIOLET, (1, .5, .16))
    P = bals(PLUM, CHAMPAGNE, (.36, .06, .40), IVORY) + bals((.95, .62, .28), kind="chrome"); A = [(2.15 * cos(a), D - .7, .3 + 2.35 * sin(a)) for a in np.linspace(.02, pi - .02, 24)]; balloon_arch(A, P, 150, (.08, .19), .17)
    sofa((0, 4.3, 0), pi * .0, 3, fabric((.20, .10, .28)), [fabric((.6, .3, .1), "soft"), fabric((.3, .08, .4), "soft")]); floor_balloons(16, (-2.5, -1.5), (3.6, 5.6), P); floor_balloons(14, (1.5, 2.5), (3.6, 5.6), P); [gift((1.5 + .3 * i, 3.6 + .15 * i, 0), (.26 - .04 * i,) * 3, mat("gp%d" % i, ((.30, .03, .22), (.7, .5, .3))[i], .35, coat=.3), rot=.3 + i) for i in (0, 1)]
    area((0, 3.4, 2.7), (0, 4.4, .4), (2.6, .8), (1, .78, .66), 34); area((0, 4.4, 2.5), (0, 7, 1.6), (2.4, .4), (1, .7, .6), 26); camera((-.55, .3, 1.35), (.05, 6.2, 1.12), 25, f=5, focus=(0, 4.3, .5)); dress(.95)


@photo("gallery/decoration-2", also=[("previews/rose-table.webp", (1600, 1067), (.06, .08, .92, .94))])
def d2():
    shell(6, 8, 3, floor="carpetred"); table((0, 1.5, 0), .62, .74, stone()); heart_roses((0, 1.5, .745), .34, 40, .052); petals(80, lambda: (lambda a, q: (q * cos(a), 1.5 + q * sin(a)))(R.uniform(0, 6.28), .58 * math.sqrt(R.random())), (.02, .034), z=.746)
    [flute((s * .13, 1.52 + .03 * s, .745), 1.05) for s in (-1, 1)]; [pillar((x, y, .745), .03, h) for x, y, h in ((-.44, 1.72, .16), (-.34, 1.86, .10), (.40, 1.80, .20), (.50, 1.64, .12))]; [tealight((x, y, .745), glass=True) for x, y in ((-.42, 1.22), (.44, 1.24), (0, 1.98))]
    for p in ((-.4, 1.8), (.44, 1.74), (0, 1.15)): point((p[0], p[1], 1.12), (1, .47, .15), 2.6, .06)
    drape(-3, 3, 4.6, .02, 2.95, fabric((.22, .012, .035)), 18); area((0, 3.6, 2.6), (0, 4.7, .3), (3.2, .3), (1, .22, .26), 46); curtain_lights(-2.8, 2.8, 4.3, .1, 1.2, 22, 8, (1, .45, .2), .9); area((-1.4, .6, 2.2), (0, 1.5, .7), (.8, .8), (1, .62, .5), 18); area((1.8, 3.4, 1.9), (0, 1.5, .8), (.8, .8), (1, .2, .35), 26)
    camera((-.12, .28, 1.32), (.0, 1.52, .80), 38, f=2.2, focus=(0, 1.4, .8)); dress(.8, bloom=.22, gspp=24)


@photo("gallery/decoration-3")
def d3():
    shell(6.4, 4.6, 3.0, floor="walnut"); slats_y(4.6, -3.2, 3.2, 0, 3, -1, mat("slatrose", (.12, .035, .04), .45), .11, .06); neon_heart((0, 4.48, 1.92), .62, (1, .14, .28), 11, .017, 34); neon_heart((0, 4.47, 1.92), .47, (1, .55, .32), 7, .008, 0)
    curtain_lights(-3.1, -1.2, 4.44, .1, 2.9, 14, 18, inten=.75); curtain_lights(1.2, 3.1, 4.44, .1, 2.9, 14, 18, inten=.75); sofa((0, 3.75, 0), 0, 3, fabric((.34, .04, .08)), [fabric((.75, .55, .42), "soft"), fabric((.75, .25, .28), "soft")])
    P = bals((.55, .03, .06), BLUSH, IVORY); floor_balloons(12, (-2.7, -1.5), (3.2, 4.2), P); floor_balloons(10, (1.5, 2.7), (3.2, 4.2), P); balloon_arch([(-2.0, 4.0, .3), (-1.9, 4.1, 1.3), (-1.5, 4.2, 2.3), (-.7, 4.2, 2.75)], P, 46, (.08, .17), .13)
    table((.0, 2.45, 0), .36, .40); vase((.04, 2.48, .40), .7); [candle((-.2 + .1 * i, 2.36 + .05 * i, .40), .028, .08 + .03 * i, power=1.0 if i == 1 else 0) for i in range(3)]; area((0, 1.2, 2.6), (0, 3.8, .6), (2.2, .6), (1, .72, .60), 26)
    camera((.65, .1, 1.35), (-.05, 4.2, 1.22), 27, f=4, focus=(0, 3.6, .6)); dress(.9)


@photo("gallery/decoration-4")
def d4():
    W, D = 6.0, 7.6; room("arch", W, D, 3.0, (.10, .36, 1.0), (1, .60, .28), "darkwood", cove=46, starn=0); front(D, W, 3.0, "celeste", 2.9, 1.3, (.10, .36, 1.0), (1, .6, .28))
    P = bals((.03, .12, .42), (.55, .60, .68), (.10, .36, .62)) + bals((.8, .82, .88), kind="chrome")
    for i in range(70): x, y = R.uniform(-2.2, 2.2), R.uniform(1.6, 6.6); q = R.uniform(.12, .15); balloon((x, y, 2.98 - q * 1.16), q, R.choice(P), (0, 0, R.uniform(0, 6)), string=R.uniform(.5, 1.1) if y > 1.9 else None)
    sofa((0, 4.6, 0), 0, 3, fabric((.50, .46, .42)), [fabric((.05, .16, .42), "soft"), fabric((.62, .45, .2), "soft")]); floor_balloons(12, (-2.2, -1.4), (4, 5.4), P); table((.1, 3.3, 0), .36, .38); cake((.1, 3.3, .38), .8, (.70, .78, .86), mat("trim4", (.30, .45, .75), .35, .3)); [candle((.1 + s * .26, 3.25, .38), .025, .07, power=.8) for s in (-1, 1)]
    area((0, 3.2, 1.6), (0, 3.8, 3.0), (2.4, 1.2), (.75, .85, 1), 22); area((0, 2.2, 2.4), (0, 4.6, .4), (2.2, .5), (1, .85, .7), 24); camera((-.5, .25, 1.0), (.05, 5.4, 1.5), 24, f=5, focus=(0, 4, 1)); dress(.95)


@photo("gallery/decoration-5")
def d5():
    shell(6.4, 4.6, 3.2, wall=mat("wall5", (.10, .075, .12), .85), floor="walnut"); drape(-3.2, 3.2, 4.5, .02, 3.1, fabric((.30, .24, .30)), 16, .05); cyl((0, 4.36, 1.62), 1.22, .05, mat("disc5", (.62, .50, .50), .7), .01, 80, (pi / 2, 0, 0)); ring((0, 4.28, 1.62), 1.25, (1, .72, .42), 7, .012, 16)
    a = np.linspace(-2.0, 2.0, 40); mo = [(.55 * cos(t + pi), .55 * sin(t)) for t in a] + [(.46 * cos(t + pi) + .17, .46 * sin(t)) for t in a[::-1]]; tube([(x - .05, 4.26, 1.9 + z) for x, z in mo], .013, glow((1, .80, .48), 10), 6, closed=True, emis=True)
    for x, z, q in ((.35, 2.25, .10), (.52, 1.85, .07), (-.72, 2.35, .06), (.2, 1.62, .05)): tube([(x + q * (1 if i % 2 == 0 else .42) * sin(i * pi / 5), 4.26, z + q * (1 if i % 2 == 0 else .42) * cos(i * pi / 5)) for i in range(10)], .008, glow((1, .86, .6), 9), 6, closed=True, emis=True)
    P = bals((.62, .72, .80), (.82, .62, .60), IVORY, (.66, .56, .74), (.85, .62, .36)); balloon_arch([(-1.35, 4.05, .2), (-1.5, 4.05, 1.2), (-1.2, 4.05, 2.3), (-.3, 4.05, 2.95), (.9, 4.05, 2.8)], P, 92, (.07, .18), .16); balloon_arch([(1.2, 4.0, .15), (1.7, 4.0, .5), (2.1, 4.0, .2)], P, 30, (.08, .17), .14)
    plinth((.62, 3.7, 0), .22, .62, "white"); cake((.62, 3.7, .62), .95, (.62, .74, .82)); plinth((-.55, 3.7, 0), .26, .42, mat("pl5", (.72, .56, .55), .6)); teddy((-.55, 3.68, .42), 1.0, .2); plinth((.05, 3.5, 0), .2, .26, mat("pl5b", (.56, .64, .72), .6)); vase((.05, 3.5, .26), .8, flowers=12, fm=mat("rw5", (.80, .66, .60), .5, sheen=.5))
    area((-1.6, .8, 2.8), (0, 4, 1.2), (1.4, .8), (1, .84, .72), 72); area((1.8, 1.0, 2.4), (0, 4, 1.2), (1.0, .6), (.75, .72, 1), 30); camera((-.35, .1, 1.38), (.12, 4.1, 1.32), 28, f=5, focus=(0, 3.7, 1)); dress(.8, bloom=.2)


@photo("gallery/decoration-6", also=[("about/about-1.webp", (1600, 1067), (0, 0, 1, 1))])
def d6():
    W, D = 6.0, 7.0; room("hex", W, D, 3.0, (.12, .5, 1.0), (1, .35, .10), "carpetblue", wood="darkwood", cove=40, starn=160); big_screen((0, D - .1, 1.55), 3.3, "gold", 1.1, backlight=(1, .5, .2)); recliner_row((0, 3.7, 0), 4, fabric((.05, .03, .035)), .82, pi)
    box((0, 1.32, .60), (2.6, .5, .04), "walnut", r=.01); [bucket((x, 1.3 + .05 * i, .62), 1.0) for i, x in enumerate((-.42, .30))]; fairy((-1.2, 1.16, .66), (1.2, 1.2, .66), 26, .02, inten=.8); [cyl((x, 1.42, .62), .035, .15, mat("cup", (.45, .02, .05), .3, coat=.5), .004, 32) for x in (-.08, .54)]; candle((-.66, 1.40, .62), .035, .10, power=1.6); candle((.72, 1.38, .62), .03, .07, power=1.2)
    area((-.8, .3, 1.9), (0, 1.3, .7), (.7, .5), (1, .75, .55), 9); area((0, 2.6, 2.8), (0, 3.5, .6), (3.2, .6), (.40, .55, 1), 60); camera((-.08, .06, 1.13), (.02, 2.6, .80), 31, f=2.2, focus=(-.2, 1.3, .75)); dress(.95, bloom=.2)


@photo("gallery/decoration-7")
def d7():
    shell(6.4, 5.0, 3.2, wall=mat("wall7", (.02, .045, .042), .8), floor=stone((.50, .46, .44), (.30, .27, .28)))
    for x, r, h, c in ((-.95, .62, 2.3, (.05, .16, .13)), (.0, .80, 2.75, (.55, .42, .26)), (.98, .58, 2.1, (.04, .11, .10))):
        V = [(x - r, 0), (x - r, h - r)] + [(x - r * cos(t), h - r + r * sin(t)) for t in np.linspace(0, pi, 30)] + [(x + r, h - r), (x + r, 0)]; y = 4.55 if x else 4.7
        link(mk("panel", [(a, y, b) for a, b in V], [list(range(len(V)))], False), mat("pan%d" % int(x * 10), c, .6)); tube([(a, y - .01, b) for a, b in V], .014, "gilt", 6)
    P = bals((.02, .13, .10), (.10, .26, .20), IVORY) + bals((.95, .62, .26), kind="chrome"); balloon_arch([(1.5, 4.2, .15), (1.55, 4.3, 1.2), (1.35, 4.35, 2.0), (.75, 4.4, 2.55), (.1, 4.4, 2.85)], P, 92, (.07, .19), .17); balloon_arch([(-1.7, 4.2, .15), (-1.3, 4.2, .35), (-1.6, 4.25, .8)], P, 30, (.08, .16), .13)
    plinth((-.42, 3.9, 0), .26, .78, "white"); plinth((.22, 3.75, 0), .30, .52, mat("satin", (.62, .42, .18), .36, .7)); plinth((.78, 3.8, 0), .2, .36, "white"); cake((.22, 3.75, .52), 1.15, (.78, .74, .66), tiers=3); vase((-.42, 3.9, .78), .95, flowers=16, fm=mat("rw7", (.80, .70, .60), .5, sheen=.5)); [candle((.78 + .07 * i, 3.8 - .03 * i, .36), .03, .1 + .05 * i, power=.8 * (i == 0)) for i in (-1, 0, 1)]
    area((-1.8, .8, 2.9), (0, 4.2, 1.2), (1.2, .8), (1, .80, .58), 80); area((2.2, 1.4, 2.2), (0, 4.2, 1), (.8, .6), (.5, .9, .8), 26); [spot((x, 3.6, 3.1), (x, 4.6, 1.6), (1, .7, .4), 60, 46, size=.05) for x in (-1, 0, 1)]; fairy((-3, 4.9, 3.0), (3, 4.9, 3.0), 40, .35)
    camera((.4, .1, 1.30), (.08, 4.2, 1.26), 28, f=5, focus=(0, 3.8, 1)); dress(.75, bloom=.2)


@photo("gallery/decoration-8", also=[("about/about-2.webp", (1600, 1067), (0, 0, 1, 1))])
def d8():
    W, D = 5.6, 6.0; shell(W, D, 3.2, floor="darkwood"); c = (0, 4.0, 2.95)
    for k in range(16):
        a = k * 2 * pi / 16; e = (2.45 * cos(a), 4.0 + 1.8 * sin(a), .04) if sin(a) > -.1 else (2.72 * cos(a) / max(.45, abs(cos(a))) * (.55 if abs(cos(a)) < .45 else 1), 4.0 + 3.4 * sin(a), 2.9); fairy(c, e, 26, .10, (1, .62, .28), .75)
    drape(-2.75, 2.75, 5.86, .02, 3.15, fabric((.30, .17, .12)), 17, .06); area((0, 5.2, 3.1), (0, 5.9, .6), (4.0, .2), (1, .62, .34), 40)
    cyl((0, 3.9, 0), 1.6, .03, mat("rug8", (.42, .30, .22), .95, sheen=.7, bump=(120, .9), noise=(3, (.30, .16, .12), .3)), .01, 64); C = [(.60, .20, .16), (.72, .46, .18), (.14, .30, .32), (.70, .58, .46), (.35, .08, .20)]
    for i in range(12): a = .25 + i * .245; sq((1.25 * cos(a), 4.0 + 1.05 * sin(a), .24 + .05 * (i % 2)), (.5, .5, .22), fabric(C[i % 5], "soft"), 2.8, (1.1 * sin(a) * -1, R.uniform(-.2, .2), a - pi / 2))
    for i in range(7): sq((R.uniform(-.9, .9), R.uniform(3.9, 4.7), .12), (.62, .62, .2), fabric(R.choice(C), "soft"), 3, (0, 0, R.uniform(0, 3)))
    table((0, 3.35, .03), .36, .28, "walnut"); vase((.06, 3.38, .31), .6); [tealight((x, y, .31), glass=True) for x, y in ((-.18, 3.3), (.22, 3.22), (-.06, 3.16))]; point((0, 3.2, .55), (1, .47, .15), 2, .06)
    for x, y, s in ((-1.35, 2.75, 1.1), (-1.6, 3.1, .8), (1.3, 2.7, 1.0), (1.62, 3.0, 1.25)): lantern((x, y, 0), s, "brass", 2.4)
    area((0, 2.2, 2.9), (0, 4.2, .2), (1.6, .8), (1, .68, .42), 42); area((0, 5.8, 2.2), (0, 3, .5), (2, .5), (.4, .35, 1), 12); camera((-.55, .1, 1.25), (.05, 4.0, 1.05), 26, f=4.5, focus=(0, 3.4, .4)); dress(.95)


@photo("gallery/decoration-9")
def d9():
    W, D = 6.0, 8.0; room("deco", W, D, 3.0, MAGENTA, (1, .55, .22), "carpet", pad=(.10, .015, .09), cove=46, starn=140); big_screen((0, D - .1, 1.55), 3.2, "rose", 1.2, backlight=MAGENTA); sofa((.2, 5.0, 0), pi, 3, fabric((.22, .04, .18)))
    for i, (x, y, z, s, c) in enumerate(((-.30, 1.75, 0, (.46, .46, .36), (.30, .02, .14)), (.26, 1.72, 0, (.36, .36, .28), (.72, .52, .30)), (-.28, 1.75, .365, (.32, .32, .24), (.76, .55, .52)), (.68, 1.95, 0, (.3, .3, .44), (.10, .03, .20)), (-.72, 1.55, 0, (.24, .24, .18), (.70, .50, .28)), (.26, 1.72, .285, (.22, .22, .16), (.45, .05, .14)), (-.26, 1.76, .61, (.2, .2, .14), (.30, .02, .14)))): gift((x, y, z), s, mat("g9%d" % i, c, .32, coat=.4), "gilt" if i % 2 == 0 else mat("rib9", (.78, .70, .66), .4, .2), .2 + i * .7)
    P = bals(BLUSH, PLUM, (.78, .56, .44)) + bals((.95, .5, .42), kind="chrome")
    for x, y, z in ((-1.05, 2.2, 1.35), (-.82, 2.35, 1.62), (-1.22, 2.4, 1.7), (-.98, 2.1, 1.9), (1.1, 2.3, 1.3), (1.3, 2.5, 1.62), (.98, 2.4, 1.72), (1.2, 2.2, 1.95)): balloon((x, y, z), .17, R.choice(P), (R.uniform(-.15, .15), R.uniform(-.15, .15), 0), string=(-1.0 if x < 0 else 1.15, 2.25, .05))
    floor_balloons(7, (-1.5, -.9), (1.8, 2.5), P); floor_balloons(5, (.95, 1.5), (1.7, 2.5), P); petals(60, lambda: (R.uniform(-1, 1), R.uniform(1.1, 1.6)), (.012, .02), "gold"); area((-1.2, .2, 2.2), (0, 1.8, .5), (.9, .7), (1, .80, .66), 46); area((1.8, 3.2, 2.0), (0, 1.8, .6), (.6, .6), (1, .2, .7), 26)
    camera((.12, .12, .92), (.0, 2.2, .86), 28, f=2.4, focus=(-.1, 1.7, .5)); dress(.85, bloom=.22)


@photo("gallery/decoration-10", also=[("banners/banner-4.webp", WIDE, (0, .16, 1, .863))])
def d10():
    W, D = 5.6, 6.4; shell(W, D, 3.0, wall=mat("wall10", (.045, .022, .03), .7), floor="walnut")
    for s in (-1, 1): drape(s * 1.3, s * 2.75, D - .15, .02, 2.95, fabric((.20, .012, .03)), 8)
    big_screen((0, D - .08, 1.6), 2.3, "velvet", .8, backlight=(1, .4, .16)); table((0, 3.1, 0), .56, .74, stone()); vase((0, 3.12, .74), .78, flowers=16)
    for s in (-1, 1):
        x = s * .30; cyl((x, 2.92, .742), .13, .008, "white", .003, 48); cyl((x, 2.92, .75), .09, .006, "gold", .003, 48); flute((x + s * .02, 3.2, .74), 1.0); sq((s * .98, 3.1, .46), (.5, .52, .12), fabric((.26, .03, .06)), 4); sq((s * 1.2, 3.1, .78), (.12, .5, .62), fabric((.26, .03, .06)), 4, (0, s * .12, 0)); [cyl((s * .98 + a * .2, 3.1 + b * .2, 0), .016, .42, "brass", .003, 12) for a in (-1, 1) for b in (-1, 1)]
    [tealight((x, y, .74), glass=True) for x, y in ((-.1, 2.72), (.14, 2.68), (.02, 3.45))]; point((0, 2.75, 1.0), (1, .47, .15), 2, .06); [group((x, y, 0), 6, .2, (.1, .34), power=2.6) for x, y in ((-1.75, 3.9), (1.7, 4.1), (1.5, 2.2))]
    for i in range(9): a = i * 2.4; q = .1 + .38 * (i / 9); p = (q * cos(a), 3.1 + q * sin(a), 1.95 + .35 * R.random()); tube([(p[0], p[1], 3), p], .003, "black", 4); ball((p[0], p[1], p[2] - .06), .055, glow((1, .55, .22), 3.2), 20, emis=True)
    area((0, 3.1, 1.9), (0, 3.1, .5), (.7, .7), (1, .62, .32), 30); area((-1.6, .6, 2.4), (0, 3, .9), (.9, .6), (1, .78, .66), 30); area((0, 5.2, 2.9), (0, 6.3, 1), (4, .2), (1, .3, .2), 40); camera((-.75, .35, 1.42), (.03, 3.6, 1.12), 28, f=3.2, focus=(0, 3.0, .8)); dress(1.05, gspp=16)


# ================= smoke entries
def mist(lights, top=.42, density=2.2, ambient=(.006, .004, .010), **k): return dict(lights=[dict(pos=p, color=c, power=w, r2=k.get("r2", .12)) for p, c, w in lights], ambient=ambient, top=top, density=density, scale=k.get("scale", 1.0), seed=k.get("seed", (3, 1, 2)), far=k.get("far", 16), warp=5.0, box=k.get("box", (-50, 50, -50, 50)))


def fountain(c, h=2.0, n=420, color=(1, .62, .26), inten=.5):
    """a cold spark fountain"""
    S["meta"].setdefault("fountains", []).append([*c, h, n])
    for _ in range(n):
        t = R.random() ** .8; a = R.uniform(0, 2 * pi); q = .04 + .20 * t * t * R.random() ** .5 * (1 + t); z = h * (t - .12 * t * t) * R.uniform(.75, 1.05); e = inten * (1.25 - t) * R.uniform(.3, 1.3); [pt((c[0] + (q - .03 * k * q) * cos(a), c[1] + (q - .03 * k * q) * sin(a), c[2] + .05 + z - .028 * k), color, e * (1 - .3 * k)) for k in range(3)]
    for k in range(5): pt((c[0], c[1], c[2] + .15 + .3 * k), color, .02 * (1 - .15 * k), soft=1, rad=.10 + .02 * k)
    cyl(c, .07, .12, "black", .01, 24); point((c[0], c[1], c[2] + .7), (1, .55, .22), 26, .2); point((c[0], c[1], c[2] + 1.4), (1, .55, .22), 12, .2)


def beam(p0, p1, r, color, k=.05):
    """a shaft of light in haze"""
    m = bpy.data.materials.new("beam"); m.use_nodes = True; nt = m.node_tree; nt.nodes.clear(); N = nt.nodes.new; e, tr, ad, o, lw, ge, mu, mp, tc, sx = (N("ShaderNode" + x) for x in ("Emission", "BsdfTransparent", "AddShader", "OutputMaterial", "LayerWeight", "NewGeometry", "Math", "Math", "TexCoord", "SeparateXYZ"))
    lw.inputs[0].default_value = .5; mu.operation = "POWER"; sub = N("ShaderNodeMath"); sub.operation = "SUBTRACT"; sub.inputs[0].default_value = 1; nt.links.new(lw.outputs["Facing"], sub.inputs[1]); nt.links.new(sub.outputs[0], mu.inputs[0]); mu.inputs[1].default_value = 2.2
    nt.links.new(tc.outputs["Generated"], sx.inputs[0]); mp.operation = "MULTIPLY"; inv = N("ShaderNodeMath"); inv.operation = "SUBTRACT"; inv.inputs[0].default_value = 1.08; nt.links.new(sx.outputs[2], inv.inputs[1]); sc = N("ShaderNodeMath"); sc.operation = "MULTIPLY"; sc.inputs[1].default_value = k; nt.links.new(mu.outputs[0], mp.inputs[0]); nt.links.new(inv.outputs[0], mp.inputs[1]); nt.links.new(mp.outputs[0], sc.inputs[0]); nt.links.new(sc.outputs[0], e.inputs[1])
    e.inputs[0].default_value = (*color, 1); nt.links.new(e.outputs[0], ad.inputs[0]); nt.links.new(tr.outputs[0], ad.inputs[1]); nt.links.new(ad.outputs[0], o.inputs[0]); L = (Vector(p1) - Vector(p0)).length; n = 48; v = []; F = []
    for i in range(n): a = 2 * pi * i / n; v += [(.03 * cos(a), .03 * sin(a), 0), (r * cos(a), r * sin(a), L)]
    for i in range(n): j = (i + 1) % n; F.append([2 * i, 2 * j, 2 * j + 1, 2 * i + 1])
    ob = link(mk("beam", v, F), m, p0, (Vector(p1) - Vector(p0)).to_track_quat("Z", "Y").to_euler(), emis=True); ob.visible_glossy = False


def doorway(y, w=1.5, h=2.3, wall="wallpaint", W=5, H=3.0, color=(1, .55, .24), k=.5, power=60):
    """a wall with an opening and a bright room behind it"""
    for s in (-1, 1): box((s * (w / 2 + (W - w) / 4), y, H / 2), ((W - w) / 2, .16, H), wall); box((s * (w / 2 + .03), y - .02, h / 2), (.06, .22, h), "gold", r=.01)
    box((0, y, (H + h) / 2), (w, .16, H - h), wall); box((0, y - .02, h + .03), (w + .12, .22, .06), "gold", r=.01); plane((0, y + 1.6, 1.5), (6, 4), glow(color, k), (pi / 2, 0, 0), emis=True); area((0, y + .5, h * .55), (0, 0, .2), (w * .95, h * .9), color, power, spread=120)


@photo("gallery/smoke-entry-1")
def s1():
    W, D = 5.0, 5.6; shell(W, D + 2, 3.0, floor=stone()); [pads(s * W / 2, .1, D - .2, .05, 2.95, -s, fabric((.17, .010, .028)), 6, 3) for s in (-1, 1)]; doorway(D, 1.6, 2.35, fabric((.14, .010, .026)), W, color=(1, .42, .15), k=.30); [drape(s * .86, s * 1.45, D - .22, .02, 2.9, fabric((.26, .012, .03)), 5) for s in (-1, 1)]; area((0, 2.2, 2.95), (0, D + .4, 1.1), (3.4, .4), (1, .40, .30), 95); [area((s * 1.2, 1.4, 2.9), (s * W / 2, 3, 1.2), (.4, 2), (1, .3, .2), 22) for s in (-1, 1)]
    for x, z in ((-.52, 2.0), (-.30, 1.62), (-.12, 2.1), (.12, 1.78), (.34, 2.05), (.54, 1.66)): tube([(x, D + .7, 2.9), (x, D + .7, z)], .004, "brass", 4); ball((x, D + .7, z), .055, glow((1, .66, .30), 7), 20, emis=True); pt((x, D + .66, z), (1, .6, .25), .006, soft=1, rad=.10)
    for s in (-1, 1): lantern((s * 1.15, D - .6, 0), 1.1, "brass", 2)
    camera((.1, .2, .95), (0, 5, .98), 28, f=5, focus=(0, 4, .5)); dress(.9, mist([((0, D + .1, .9), (1, .55, .24), 1.0), ((0, D - .8, .3), (1, .5, .22), .45), ((-1.15, D - .7, .3), (1, .5, .2), .12), ((1.15, D - .7, .3), (1, .5, .2), .12)], .46, 2.0))


@photo("gallery/smoke-entry-2")
def s2():
    W, D = 5.6, 8.2; room("slat", W, D, 3.0, (.50, .10, 1.0), (.85, .12, .75), stone(), wood="darkwood", cove=46, starn=220); front(D, W, 3.0, "nebula", 3.0, 1.3, VIOLET, MAGENTA); [sofa((s * 1.9, 4.6, 0), pi, 2, fabric((.10, .04, .16))) for s in (-1, 1)]
    for s in (-1, 1): led((s * .62, .4, .02), (s * .62, 7, .02), (.8, .2, 1), 7, .010, 12, (0, 3.5, .5)); 
    camera((0, .3, 1.0), (0, 7, 1.02), 25, f=5, focus=(0, 4, .5)); dress(.95, mist([((0, y, .1), (.62, .16, 1.0), .30) for y in (1.6, 3.0, 4.4, 5.8)] + [((0, 7.4, .8), (.9, .3, 1.0), .9)], .42, 2.4, seed=(1, 4, 2)))


@photo("gallery/smoke-entry-3", also=[("previews/smoke-entry.webp", (1600, 1067), (.1, .08, .9, .88))])
def s3():
    W, D = 5.8, 7.0; shell(W, D, 3.4, floor=stone()); drape(-2.9, 2.9, D - .15, .02, 3.3, fabric((.035, .02, .05)), 20); [slats(s * W / 2, .1, D - .2, 0, 3.3, -s, "darkwood", .11, .06) for s in (-1, 1)]; ring((0, D - .35, 1.55), 1.15, (1, .60, .26), 9, .016, 36)
    for s in (-1, 1): fountain((s * 1.15, 4.9, 0), 2.1); fountain((s * 1.75, 5.9, 0), 1.7, 260)
    P = bals((.03, .02, .03), (.7, .48, .2)) + bals((.95, .62, .25), kind="chrome"); floor_balloons(9, (-2.6, -2.0), (4.6, 6.4), P); floor_balloons(9, (2.0, 2.6), (4.6, 6.4), P)
    camera((-.2, .3, 1.05), (0, 6, 1.12), 29, f=5, focus=(0, 5, .8)); dress(.75, mist([((s * 1.15, 4.8, .5), (1, .58, .24), .5) for s in (-1, 1)] + [((0, 6.2, .7), (1, .6, .3), .5), ((0, 3, .2), (.5, .3, .5), .10)], .46, 2.4, seed=(6, 2, 1)))


@photo("gallery/smoke-entry-4")
def s4():
    W, D = 6.2, 8.4; shell(W, D, 3.6, floor="darkwood"); big_screen((0, D - .1, 1.7), 3.4, "celeste", 1.1, backlight=(.1, .4, 1)); C = [(.10, .40, 1.0), (.06, .75, .95), (.35, .25, 1.0)]
    for i, x in enumerate((-2.2, -1.1, 0, 1.1, 2.2)): p0, p1 = (x, 6.9, 3.45), (x * .55 + .25 * sin(i * 2), 4.2 - .3 * (i % 2), 0); beam(p0, p1, .42, C[i % 3], .16); spot(p0, p1, C[i % 3], 240, 18, size=.04); cyl((x, 6.9, 3.40), .09, .2, "black", .01, 24)
    box((0, 6.9, 3.52), (5.2, .06, .06), "silver"); recliner_row((0, 2.1, 0), 4, fabric((.03, .035, .05)), .86, pi); camera((-.35, .25, 1.5), (.1, 6.4, 1.25), 26, f=5, focus=(0, 4, .8)); dress(1.05, mist([((x * .5, 4.1, .2), C[i % 3], .35) for i, x in enumerate((-2.2, -1.1, 0, 1.1, 2.2))] + [((0, 7.6, .9), (.2, .6, 1), .6)], .45, 2.2, seed=(2, 7, 3)))


@photo("gallery/smoke-entry-5")
def s5():
    W, D = 5.4, 6.0; shell(W, D, 3.2, floor=stone(), wall=mat("wall5s", (.035, .010, .022), .8)); slats_y(D, -2.7, 2.7, 0, 3.2, -1, mat("slat5s", (.20, .045, .06), .5), .11, .06); area((0, D - .5, 3.1), (0, D + .2, .6), (4.6, .1), (1, .16, .30), 46); neon_heart((0, D - .14, 1.75), .92, (1, .12, .30), 12, .022, 60); neon_heart((0, D - .13, 1.75), .74, (1, .40, .45), 7, .010, 0)
    for s in (-1, 1): vase((s * 1.35, 4.9, 0), 1.6, flowers=18); group((s * .95, 4.7, 0), 5, .17, (.12, .34), power=2.4)
    path_petals(130, 1.0, 4.6, .5); camera((.3, .25, .85), (0, 5.4, 1.22), 27, f=4, focus=(0, 4.6, .5)); dress(.95, mist([((0, 5.4, 1.0), (1, .14, .30), .9), ((-1, 4.5, .3), (1, .45, .2), .2), ((1, 4.5, .3), (1, .45, .2), .2), ((0, 2.5, .1), (.9, .12, .35), .18)], .44, 2.3, seed=(5, 5, 1)))


@photo("gallery/smoke-entry-6")
def s6():
    W, D = 5.6, 6.6; shell(W, D, 3.2, floor=stone()); [pads(s * W / 2, .1, D - .1, .05, 3.1, -s, fabric((.012, .06, .07)), 5, 3) for s in (-1, 1)]
    for k in range(4): y = 3.0 + .5 * k; h = .16 * (k + 1); box((0, (y + D) / 2, h / 2), (4.4, D - y, h), stone(), r=.01); led((-2.15, y - .012, h - .03), (2.15, y - .012, h - .03), (.06, .85, .80), 7, .008, 4, (0, y - 1, 0))
    drape(-2.8, -1.1, D - .2, .6, 3.1, fabric((.02, .10, .11)), 7); drape(1.1, 2.8, D - .2, .6, 3.1, fabric((.02, .10, .11)), 7); plane((0, D - .06, 1.75), (2.2, 2.3), imgmat("pane6", screen_img("celeste", 360, 376) * np.array((.22, .62, .60), np.float32) + np.array((.01, .06, .07), np.float32), .8), (pi / 2, 0, 0), emis=True); area((0, 5.2, 3.1), (0, D, .9), (4.6, .2), (.2, .9, .85), 60); area((0, D - .2, 1.8), (0, 2, .5), (2, 2.1), (.35, .95, .9), 44); area((0, 1.2, 3.0), (0, 3.6, .2), (2, .4), (.1, .5, .9), 14)
    [lantern((s * 1.75, 3.2 + .5 * k, .16 * (k + 1)), .9, "brass", 1.6) for s in (-1, 1) for k in (0, 2)]
    camera((-.6, .25, .62), (.1, 5.4, 1.15), 25, f=5, focus=(0, 3.6, .5)); dress(.9, mist([((0, 6.0, 1.0), (.4, .95, .9), .8), ((0, 4.4, .7), (.1, .85, .85), .35), ((-1.6, 3, .4), (1, .5, .2), .14), ((1.6, 3, .4), (1, .5, .2), .14), ((0, 2.2, .1), (.06, .5, .7), .2)], .62, 2.2, seed=(2, 2, 6)))


@photo("gallery/smoke-entry-7", also=[("banners/banner-3.webp", WIDE, (0, .18, 1, .883))])
def s7():
    W, D = 3.4, 10.0; shell(W, D, 3.0, floor=stone(), wall="matte", ceil="matte"); C = [(1, .10, .55), (.75, .12, 1.0), (.40, .20, 1.0), (.14, .35, 1.0), (.08, .65, .95), (.10, .85, .75), (.6, .9, 1.0)]
    for k in range(7):
        y = 1.6 + k * 1.15; P = [(-1.35, y, .02), (-1.35, y, 2.0), (-.75, y, 2.75), (.75, y, 2.75), (1.35, y, 2.0), (1.35, y, .02)]; tube(P, .018, glow(C[k], 8), 6, emis=True); area((0, y, 2.6), (0, y, 0), (1.6, .1), C[k], 12); [area((s * 1.25, y, 1.1), (0, y, 1.0), (.1, 1.8), C[k], 6) for s in (-1, 1)]
    box((0, D - .1, 1.35), (1.5, .02, 2.6), glow((.42, .72, 1.0), .45), emis=True); area((0, D - .2, 1.3), (0, 0, .5), (1.4, 2.4), (.6, .8, 1.0), 30)
    camera((0, .1, 1.1), (0, 6, 1.15), 25, f=8, focus=(0, 4, 1)); dress(.9, mist([((0, 1.6 + k * 1.15, .5), C[k], .22) for k in range(7)] + [((0, 9.6, .9), (.7, .85, 1), .7)], .40, 2.0, seed=(8, 1, 4)))


@photo("gallery/smoke-entry-8")
def s8():
    W, D = 6.0, 7.2; room("deco", W, D, 3.0, (1, .42, .14), (1, .58, .25), "darkwood", pad=(.035, .03, .045), cove=40, starn=220); P = bals(IVORY, (.70, .46, .2), (.05, .035, .05)) + bals((.95, .62, .26), kind="chrome"); big_screen((0, D - .1, 1.6), 2.7, "gold", 1.0, backlight=(1, .5, .2))
    for i in range(26): x = R.choice((-1, 1)) * R.uniform(.9, 2.3); y = R.uniform(2.4, 5.8); z = R.uniform(.9, 2.2); balloon((x, y, z), R.uniform(.12, .17), R.choice(P), (R.uniform(-.1, .1), R.uniform(-.1, .1), 0), string=(x, y, .1))
    for i in range(5):
        for s in (-1, 1): lantern((s * .8, 2.0 + i * .95, 0), .95, "brass", 1.8)
    area((0, 2.0, 2.7), (0, 4.4, 1.2), (2.6, .6), (1, .78, .55), 30); camera((.2, .25, 1.05), (0, 5.6, 1.15), 25, f=5, focus=(0, 3.6, .8)); dress(.95, mist([((s * .8, 2.0 + i * .95, .25), (1, .52, .22), .16) for i in range(5) for s in (-1, 1)] + [((0, 6.4, .8), (1, .65, .3), .6)], .40, 2.3, seed=(4, 6, 2)))


# ================= the two houses
@photo("locations/koramangala")
def koramangala():
    br = mat("brick", (.050, .028, .030), .75, bump=(30, .5), noise=(9, (.085, .040, .036), .25)); pv = mat("pave", (.018, .016, .022), .29, bump=(26, .18), noise=(5, (.035, .030, .038), .2)); box((0, 3, -.05), (16, 10, .1), pv)
    for s in (-1, 1): box((s * 4.1, 5.2, 2.4), (5.8, .3, 4.8), br)
    box((0, 5.2, 3.78), (2.5, .3, 2.04), br); area((0, -1.5, 4.5), (0, 5, 2), (8, 1), (.35, .30, .75), 150); area((0, 3.2, 5.2), (0, 5.2, 2), (9, .3), (.6, .3, 1.0), 60); box((0, 6.9, 1.5), (2.6, .05, 3), fabric((.20, .012, .03))); box((0, 6.1, -.0), (2.6, 1.9, .03), "carpetred"); box((0, 4.0, .006), (1.5, 3.6, .012), "carpetred")
    for s in (-1, 1):
        box((s * 1.28, 5.05, 1.5), (.08, .34, 3.0), "gold", r=.01); box((s * .66, 5.25, 1.42), (1.06, .05, 2.75), mat("door", (.06, .03, .02), .3)); plane((s * .66, 5.2, 1.55), (.82, 2.2), imgmat("pane", screen_img("gold") * np.array((.50, .36, .22), np.float32) + np.array((.20, .10, .035), np.float32), .9), (pi / 2, 0, 0), emis=True); [box((s * .66, 5.19, z), (.84, .02, .03), "brass") for z in (.95, 1.55, 2.15)]; box((s * .20, 5.12, 1.25), (.03, .05, .7), "gold", r=.01)
        for k in (0, 1): cyl((s * (2.1 + k * 2.3), 4.98, 2.35), .06, .34, "brass", .01, 24); spot((s * (2.1 + k * 2.3), 4.88, 2.7), (s * (2.1 + k * 2.3), 5.02, 4.4), (1, .52, .2), 50, 80, size=.04); spot((s * (2.1 + k * 2.3), 4.88, 2.35), (s * (2.1 + k * 2.3), 5.02, .2), (1, .52, .2), 50, 80, size=.04)
        cyl((s * 1.75, 4.5, 0), .26, .5, "black", .02, 40); [ball((s * 1.75 + q[0], 4.5 + q[1], .5 + q[2]), q[3], "green", 20) for q in ((0, 0, .28, .30), (.05, .04, .72, .20))]; lantern((s * 1.15, 3.9, 0), 1.2, "brass", 3); lantern((s * 1.15, 2.9, 0), .95, "brass", 2.2)
        plane((s * 4.4, 5.03, 1.75), (1.5, 2.0), imgmat("window", screen_img("aurora", ph=s) * np.array((.8, .7, .8), np.float32), .42), (pi / 2, 0, 0), emis=True); [box((s * 4.4 + q, 5.02, 1.75), (.03, .04, 2.0), "black") for q in (-.75, -.25, .25, .75)]; area((s * 4.4, 4.95, 1.7), (s * 4.4, 0, .4), (1.4, 1.9), (.55, .18, 1), 10)
    box((0, 4.45, 3.12), (3.3, 1.5, .14), "black", r=.02); led((-1.65, 3.69, 3.06), (1.65, 3.69, 3.06), (1, .62, .28), 7, .012, 0)
    for i in range(13): x = -1.5 + .25 * i; ball((x, 3.72, 3.0), .035, glow((1, .66, .3), 9), 12, emis=True); pt((x, 3.68, 3.0), (1, .6, .25), .004, soft=1, rad=.06)
    area((0, 4.4, 3.02), (0, 4.3, 0), (2.8, 1.0), (1, .60, .28), 60); area((0, 5.0, 1.5), (0, 0, .3), (2.2, 2.6), (1, .5, .2), 26); neon_heart((0, 5.0, 3.92), .36, (1, .16, .30), 10, .013, 5); [led((s * 1.5, 5.02, 4.78), (s * 7, 5.02, 4.78), VIOLET, 6, .014, 14, (s * 4, 4.0, 3.4)) for s in (-1, 1)]
    fairy((-7, 3.2, 4.6), (0, 3.7, 3.3), 34, .25); fairy((0, 3.7, 3.3), (7, 3.2, 4.6), 34, .25); world((.010, .010, .028), 1.0); camera((-1.5, -2.4, 1.5), (.1, 5, 1.85), 27, f=8, focus=(0, 4, 1)); dress(1.0, bloom=.24)


@photo("locations/indiranagar")
def indiranagar():
    W, D = 7.4, 7.0; shell(W, D, 3.2, wall=mat("wall_l", (.022, .040, .045), .75), floor="darkwood"); box((0, D - .9, .55), (4.6, .5, 1.1), "walnut", r=.02); box((0, D - .92, 1.12), (4.8, .66, .05), stone(), r=.012); led((-2.3, D - 1.17, .06), (2.3, D - 1.17, .06), AMBER, 7, .01, 12, (0, D - 2.5, .2))
    for z in (1.5, 2.05, 2.6):
        box((0, D - .14, z), (4.4, .26, .03), "walnut"); led((-2.15, D - .05, z + .03), (2.15, D - .05, z + .03), (1, .55, .22), 5, .008, 8, (0, D - .3, z + .6))
        for i in range(20): x = -2.05 + .215 * i + R.uniform(-.03, .03); h = R.uniform(.20, .34); r = R.uniform(.03, .042); c = R.choice(((.30, .10, .02), (.04, .14, .08), (.28, .03, .05), (.5, .42, .3), (.05, .05, .14))); link(lathe([(.0001, 0), (r, .004), (r, h * .62), (r * .4, h * .78), (r * .36, h), (.0001, h)], 20, key=("bot", round(h, 2), round(r, 3))), mat("bot" + str(c), c, .08, coat=.6), (x, D - .14, z + .015))
    for i in range(4): x = -1.65 + 1.1 * i; tube([(x, D - .95, 3.2), (x, D - .95, 2.25)], .005, "black", 4); link(lathe([(.02, .18), (.05, .16), (.13, .0), (.125, 0), (.045, .15)], 32, key="shade"), M("brass"), (x, D - .95, 2.05)); ball((x, D - .95, 2.08), .05, glow((1, .62, .28), 8), 16, emis=True); spot((x, D - .95, 2.06), (x, D - .95, 0), (1, .62, .3), 38, 100, size=.04); cyl((x, D - 1.55, 0), .17, .02, "brass", .004, 32); cyl((x, D - 1.55, 0), .02, .72, "brass", .004, 16); cyl((x, D - 1.55, .70), .19, .09, fabric((.30, .05, .06)), .03, 40)
    g = fabric((.03, .13, .11)); sofa((-2.2, 2.9, 0), pi / 2, 3, g, [fabric((.70, .42, .16), "soft")] * 2); sofa((2.3, 2.6, 0), -pi / 2, 2, g, [fabric((.55, .12, .12), "soft")] * 2); cyl((0, 2.9, 0), 1.25, .02, mat("rugl", (.30, .20, .13), .95, sheen=.6, bump=(120, .8), noise=(3, (.18, .08, .06), .3)), .008, 64); table((-.15, 2.8, .02), .46, .38); table((.45, 3.4, .02), .30, .46, "walnut"); vase((-.2, 2.9, .40), .75, flowers=14); [candle((x, 2.62, .40), .028, .08 + .02 * i, power=.8 * (i == 1)) for i, x in enumerate((-.02, .06, .14))]; bucket((.45, 3.4, .48), .8)
    for s in (-1, 1): x = s * (W / 2 - .02); [tube([(x, y - .5, .9)] + [(x, y - .5 * cos(t), 2.0 + .5 * sin(t)) for t in np.linspace(0, pi, 20)] + [(x, y + .5, .9)], .010, glow((1, .55, .24), 7), 6, closed=True, emis=True) for y in (1.8, 3.3, 4.8)]; [point((x - s * .25, y, 1.8), (1, .55, .24), 5, .2) for y in (1.8, 3.3, 4.8)]
    area((0, 2.6, 3.05), (0, 2.9, 0), (2.6, 1.6), (1, .72, .46), 60); area((0, D - 1.6, 3.1), (0, D, 1.9), (4.6, .3), (1, .66, .36), 120); area((0, 3.6, 2.2), (0, 4.6, 3.2), (5, 2), (.30, .55, .50), 34); area((0, .3, 2.8), (0, 4, .6), (2.4, .4), (.5, .35, 1), 14); camera((.55, .25, 1.5), (-.15, 5.4, 1.06), 24, f=8, focus=(0, 3.4, .8)); dress(1.1, bloom=.22)
