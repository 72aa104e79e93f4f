"""What stands on a table: cakes and their trimmings, glasses, boxes, bears; and the dark corner they are taken in."""
from lib import *
from scipy import ndimage as ni

def quality(full, draft):
    """`QUALITY=draft` for a busy machine: a sixth of the samples, made up for by the denoiser"""
    return draft if os.environ.get("QUALITY") == "draft" else full

# ---------- meshes from grids
def grid_mesh(name, P, wrap=True, auto=None):
    """P[u, v, 3]; u runs round (closed when `wrap`), v along"""
    n, m, _ = P.shape; F = []
    for i in range(n if wrap else n - 1):
        a, b = i * m, ((i + 1) % n) * m
        F += [[a + j, b + j, b + j + 1, a + j + 1] for j in range(m - 1)]
    return mk(name, P.reshape(-1, 3), F, True, auto)
def sector(prof, a0, a1, mt, c=(0, 0, 0), rot=0, n=96):
    """closed outline `prof` (radius, height) turned from angle a0 to a1, with its two cut faces"""
    m = len(prof); v, F = [], []
    for i in range(n + 1):
        a = a0 + (a1 - a0) * i / n; v += [(max(1e-4, r) * cos(a), max(1e-4, r) * sin(a), z) for r, z in prof]
    for i in range(n):
        for j in range(m):
            k = (j + 1) % m; F.append([i * m + j, (i + 1) * m + j, (i + 1) * m + k, i * m + k])
    F += [list(range(m))[::-1], [n * m + j for j in range(m)]]
    me = mk("sector", v, F, True, 30); bm = bmesh.new(); bm.from_mesh(me); bmesh.ops.recalc_face_normals(bm, faces=bm.faces); bm.to_mesh(me); bm.free()
    return link(me, M(mt), c, (0, 0, rot))

# ---------- the corner: a table, a wall far away, lights out of focus
def backdrop(c1, c2, base=(.010, .005, .016), k=1.0, y=2.6, bokeh=70, bc=(1, .60, .26), strips=2):
    h, w = 180, 300; Y, X = np.mgrid[0:h, 0:w]; X = X / w; Y = Y / h; a = np.ones((h, w, 3)) * np.array(base)
    for (cx, cy, s, col) in ((.28, .45, .20, c1), (.74, .55, .22, c2), (.52, .85, .30, c1)): a += np.exp(-(((X - cx) / s) ** 2 + ((Y - cy) / (s * 1.5)) ** 2))[..., None] * np.array(col) * .05 * k
    for i in range(strips):
        for cx, col in ((.27 - .08 * i, c2), (.73 + .08 * i, c2)): a += (np.exp(-((X - cx) / .0035) ** 2) * np.clip((Y - .12) / .1, 0, 1) * np.clip((.95 - Y) / .1, 0, 1))[..., None] * np.array(col) * 1.1 * k
    a = np.stack([ni.gaussian_filter(a[..., j], 1.2) for j in range(3)], -1)
    plane((0, y, .45), (5.2, 3.1), imgmat("back", a.astype(np.float32), 1.0), (pi / 2, 0, 0), emis=True)
    for _ in range(bokeh): pt((R.uniform(-1.0, 1.0), R.uniform(y * .45, y * .95), R.uniform(-.05, .75)), R.choice((bc, bc, bc, c1, c2)), .55 * R.uniform(.15, 1.0) ** 1.5, rad=R.uniform(.022, .036))
def corner(c1=VIOLET, c2=(1, .50, .16), top="marble", key=5.0, keyc=(1, .80, .60), rim=5.0, rimc=None, fill=1.0, cam=(0, -1.02, .36), target=(0, 0, .128), lens=80, f=6.3, focus=None, bokeh=110, k=1.0, ev=.6, strips=2):
    world((.020, .012, .028), 1.0)
    box((0, .15, -.03), (2.6, 1.9, .06), top, r=.01); backdrop(c1, c2, k=k, bokeh=bokeh, strips=strips)
    area((-.62, -.50, .85), (0, 0, .10), (.55, .45), keyc, key); area((.75, .55, .55), (0, 0, .12), (.30, .60), rimc or c1, rim); area((-.70, .60, .40), (0, 0, .10), (.20, .50), c2, rim * .8)
    area((.55, -.95, .45), (0, 0, .10), (.6, .6), (.85, .75, 1.0), fill)
    camera(cam, target, lens, f=f, focus=focus or (0, -.06, .10)); S["meta"].update(ev=ev, bloom=.20, vig=.30)

# ---------- cakes
def cream(c=(.86, .80, .70)): return mat("cream%s" % (c,), c, .42, spec=.4, sss=0, bump=(38, .16))
def sponge(c, k=90): return mat("sponge%s" % (c,), c, .85, spec=.15, bump=(k, 1.0), noise=(60, tuple(x * .62 for x in c), .22))
def choc(c=(.055, .020, .010), gloss=.12): return mat("choc%s" % (c,), c, gloss, spec=.5, coat=.5)
def stand(r=.165, h=.085, mt="gold", top=None, rim=True):
    link(lathe([(.0001, 0), (r * .52, 0), (r * .53, .004), (r * .46, .010), (r * .16, .020), (r * .10, .034), (r * .14, h * .55), (r * .09, h * .68), (r * .16, h - .016), (r * .30, h - .012), (.0001, h - .012)], 56), M(mt))
    link(lathe([(.0001, h - .012), (r - .012, h - .012), (r, h - .006), (r + .003, h + .004), (r, h + .006), (r - .004, h + .001), (.0001, h)], 72), M(top or mt)); return h
def cake(c, r, h, mt, n=72):
    e = .009; arc = [(r - e + e * sin(t), h - e + e * cos(t)) for t in np.linspace(pi / 2, 0, 6)]
    return link(lathe([(.0001, 0), (r, 0), (r * 1.002, h * .3)] + arc + [(r * .6, h + .001), (.0001, h + .0015)], n), M(mt), c)
def square_cake(c, s, h, mt): return box((c[0], c[1], c[2] + h / 2), (s[0], s[1], h), mt, r=.012, seg=5)
def cut_cake(c, r, h, layers, fill, frost, a0, a1, rot=0, gap=.007, skin=.007):
    """cake with a piece out of it: `layers` sponge materials from below, `fill` between them, `frost` around"""
    n = len(layers); th = (h - skin - gap * (n - 1)) / n; z = 0
    for i, m in enumerate(layers):
        sector([(0, z), (r - skin * .9, z), (r - skin * .9, z + th), (0, z + th)], a0, a1, m, c, rot); z += th
        if i < n - 1: sector([(0, z), (r - skin * .9, z), (r - skin * .9, z + gap), (0, z + gap)], a0 - .006, a1 + .006, fill, c, rot); z += gap
    e = .010; arc = [(r - e + e * sin(t), h - e + e * cos(t)) for t in np.linspace(pi / 2, 0, 6)]
    sector([(r - skin, 0), (r, 0)] + arc + [(0, h), (0, h - skin), (r - skin, h - skin)], a0 - .004, a1 + .004, frost, c, rot)
def drip(c, r, z, mt, n=13, L=(.018, .062), t=.0042, seed=3, a=(0, 2 * pi), w=(.0065, .0105), topped=True):
    rr = random.Random(seed); D = [((i + rr.uniform(-.28, .28)) / n * 2 * pi, rr.uniform(*L), rr.uniform(*w) / r) for i in range(n)]
    full = a[1] - a[0] > 6.28; N = 900; th = np.linspace(a[0], a[1], N, endpoint=not full); Ln = np.full(N, .010) + .003 * np.sin(th * 5 + seed); x2 = np.full(N, 9.)
    for (t0, l, ww) in D:
        d = np.abs((th - t0 + pi) % (2 * pi) - pi) / ww; Ln = np.maximum(Ln, l * np.sqrt(np.clip(1 - d ** 2, 0, 1))); Ln = np.maximum(Ln, .010 + .012 * np.exp(-(d / 1.7) ** 2)); x2 = np.minimum(x2, d)
    Ln = ni.gaussian_filter1d(Ln, 1.2, mode="wrap" if full else "nearest"); tk = t * (.62 + .55 * np.sqrt(np.clip(1 - np.minimum(x2, 1) ** 2, 0, 1))); rows = []
    if topped: rows += [(np.full(N, q), np.full(N, z + t * .8)) for q in (1e-4, r * .5, r * .9, r - .007)]
    rows += [(r - .002 + 0 * tk, np.full(N, z + t * .45)), (r + tk * .7, np.full(N, z - .003))]
    for s in np.linspace(.15, 1, 12):
        k = 1 if s < .72 else math.sqrt(max(0, 1 - ((s - .72) / .28) ** 2)); rows.append((r - .001 + (tk + .001) * (k * (1 + .25 * max(0, s - .5))), z - .003 - s * (Ln - .003)))
    P = np.stack([np.stack([q * np.cos(th), q * np.sin(th), zz], -1) for q, zz in rows], 1); return link(grid_mesh("drip", P, full), M(mt), c)
def kiss_mesh(ribs=7, tw=1.5, tall=1.15):
    def f():
        n, m = 63, 16; P = np.zeros((n, m, 3))
        for j in range(m):
            s = j / (m - 1); q = (1 - s) ** .72 * (1 + .22 * sin(pi * min(1, s * 1.6))) * .92 + .004
            for i in range(n):
                a = 2 * pi * i / n; k = q * (1 + .17 * cos(ribs * (a - tw * s)) * (1 - s * .6)); P[i, j] = (k * cos(a) + .10 * max(0, s - .8) * 2, k * sin(a), tall * (s ** .92))
        return grid_mesh("kiss", P)
    return cached(("kiss", ribs, tw, tall), f)
def kiss(c, r, mt, tall=1.15): return link(kiss_mesh(tall=tall), mt, c, (0, 0, R.uniform(0, 6)), r)
def swirl_mesh(turns=2.6):
    def f():
        N, K = 190, 20; P = np.zeros((K, N, 3))
        for i in range(N):
            t = i / (N - 1); th = turns * 2 * pi * t; rho = .62 * (1 - t) ** .85; z = .30 + .82 * t; a = .40 * (1 - .50 * t) * min(1, (1 - t) * 9 + .02) ** .5 * min(1, t * 14 + .15) ** .5
            for k in range(K):
                ph = 2 * pi * k / K; q = a * (1 + .20 * cos(5 * ph + th * .6)); P[k, i] = ((rho + q * cos(ph)) * cos(th), (rho + q * cos(ph)) * sin(th), z + q * sin(ph) * 1.05 - .02)
        return grid_mesh("swirl", P)
    return cached(("swirl", turns), f)
def swirl(c, r, mt): return link(swirl_mesh(), mt, c, (0, 0, R.uniform(0, 6)), r)
def ring(n, r, z, fn, a0=0.0, c=(0, 0)):
    for i in range(n): a = a0 + 2 * pi * i / n; fn((c[0] + r * cos(a), c[1] + r * sin(a), z), a)
def arc_ring(n, r, z, fn, a0, a1):
    for i in range(n): a = a0 + (a1 - a0) * (i + .5) / n; fn((r * cos(a), r * sin(a), z), a)
def cherry(c, r=.0115, mt=None, stem=True):
    m = 16; P = []
    for i in range(m + 1):
        a = -pi / 2 + pi * i / m; P.append((max(1e-4, cos(a) * (1 + .04 * sin(a))), sin(a) * .94 - .26 * max(0, (sin(a) - .72)) / .28 * max(0, 1 - cos(a) * 1.5)))
    link(lathe(P, 28, auto=None, key="cherry"), mt or mat("cherry", (.30, .004, .012), .06, spec=.6, coat=1.0), (c[0], c[1], c[2] + r * .9), (R.uniform(-.2, .2), R.uniform(-.2, .2), R.uniform(0, 6)), r)
    if stem:
        d = (R.uniform(-1, 1), R.uniform(-1, 1)); b = (c[0], c[1], c[2] + r * 1.6); tube([(b[0] + d[0] * r * t * t * 1.6, b[1] + d[1] * r * t * t * 1.6, b[2] + r * 3.0 * t) for t in np.linspace(0, 1, 8)], r * .07, mat("stem", (.16, .10, .03), .5), 4)
def curl_mesh(v=0):
    def f():
        rr = random.Random(v); U, V = 16, 4; turn = rr.uniform(1.6, 4.6); L = rr.uniform(1.0, 1.8); P = np.zeros((V, U, 3))
        for i in range(U):
            t = i / (U - 1); a = turn * t; q = .32 + .12 * t
            for j in range(V): u = j / (V - 1) - .5; P[j, i] = (u * L * (1 - .35 * t) + .25 * t, q * cos(a), q * sin(a) + .05 * sin(8 * u))
        return grid_mesh("curl", P, False)
    return cached(("curl", v), f)
def shavings(n, fn, s=(.008, .015), mt=None):
    mt = mt or choc((.075, .028, .014), .3)
    for _ in range(n):
        p = fn()
        if p: link(curl_mesh(R.randrange(9)), mt, p, (R.uniform(0, 6), R.uniform(-.7, .7), R.uniform(0, 6)), R.uniform(*s))
def crumb_mesh(v=0):
    def f():
        rr = np.random.RandomState(v); bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=2, radius=1)
        for x in bm.verts: x.co *= 1 + .30 * (rr.rand() - .5)
        me = bpy.data.meshes.new("crumb"); bm.to_mesh(me); bm.free(); return me
    return cached(("crumb", v), f)
def crumbs(n, fn, s=(.0012, .0035), mats=None):
    for _ in range(n):
        p = fn()
        if p: link(crumb_mesh(R.randrange(6)), R.choice(mats), p, (R.uniform(0, 6), R.uniform(0, 6), 0), (lambda q: (q, q * R.uniform(.6, 1), q * R.uniform(.6, 1)))(R.uniform(*s)))
def sprinkles(n, fn, mats, L=.006, r=.0009):
    me = cached("sprk", lambda: lathe([(.0001, -.5), (.09, -.48), (.15, -.42), (.15, .42), (.09, .48), (.0001, .5)], 8, auto=None))
    for _ in range(n):
        p = fn()
        if p: link(me, R.choice(mats), p[:3], p[3] if len(p) > 3 else (pi / 2 + R.uniform(-.3, .3), R.uniform(-.3, .3), R.uniform(0, 6)), (L, L, L))
def on_top(r, z, rmin=0.0, a=None):
    def f(): q = math.sqrt(R.uniform(rmin * rmin / r / r, 1)) * r; t = R.uniform(*(a or (0, 2 * pi))); return (q * cos(t), q * sin(t), z)
    return f
def on_side(r, z0, z1, a=None, bias=1.0):
    def f(): t = R.uniform(*(a or (0, 2 * pi))); z = z0 + (z1 - z0) * R.random() ** bias; return (r * cos(t), r * sin(t), z)
    return f
def goldleaf(c, s=.006):
    v = []; n = 4
    for i in range(n):
        for j in range(n): v.append((i - 1.5 + R.uniform(-.4, .4), j - 1.5 + R.uniform(-.4, .4), R.uniform(-.35, .35)))
    F = [[i * n + j, (i + 1) * n + j, (i + 1) * n + j + 1, i * n + j + 1] for i in range(n - 1) for j in range(n - 1) if R.random() > .15]
    link(mk("leafg", v, F, False), M("gold"), c, (R.uniform(-.3, .3), R.uniform(-.3, .3), R.uniform(0, 6)), s * R.uniform(.2, .45))
def side_candles(ps=((-.235, .10, .10), (.245, .16, .13), (-.30, .26, .15)), power=.25):
    for i, (x, y, h) in enumerate(ps): candle((x, y, 0), .026, h, power=power)
def plate(c, r=.075, mt=None):
    link(lathe([(.0001, .003), (r * .62, .003), (r * .70, .006), (r, .014), (r * 1.005, .0155), (r * .99, .016), (r * .68, .009), (r * .6, .0065), (.0001, .006)], 56), mt or mat("china", (.80, .76, .72), .12, coat=.6), c)

# ---------- pictures on paper
def paper(name):
    """drawn pictures for frames, cards and the photo cake: evening skies with two people from far behind"""
    h, w = 400, 400; Y, X = np.mgrid[0:h, 0:w]; X = X / w; Y = Y / h
    sky = {"dusk": [(.05, .03, .22), (.30, .08, .40), (.95, .30, .25), (1., .68, .28)], "rose": [(.25, .05, .18), (.75, .16, .30), (1., .50, .38), (1., .80, .55)], "sea": [(.01, .06, .20), (.03, .22, .42), (.25, .60, .68), (1., .80, .55)], "gold": [(.14, .05, .06), (.50, .18, .07), (1., .55, .18), (1., .85, .48)]}[name]
    t = np.clip(Y / .72, 0, 1) * 3; i = np.minimum(t.astype(int), 2); f = (t - i)[..., None]; s = np.array(sky); a = s[i] * (1 - f) + s[i + 1] * f
    d = np.hypot(X - .5, (Y - .52)); a += np.exp(-(d / .10) ** 6)[..., None] * np.array((.9, .75, .4)) + np.exp(-(d / .22) ** 2)[..., None] * np.array((.35, .16, .06))
    hz = .70 + .012 * np.sin(9 * X) ; g = (Y > hz)[..., None]; dark = np.array((.020, .010, .024)); a = np.where(g, dark + np.exp(-((X - .5) / .12) ** 2)[..., None] * np.array((.35, .13, .05)) * np.exp(-(Y - hz) * 9)[..., None], a)
    def blob(cx, cy, rx, ry, p=2.0): return (np.abs((X - cx) / rx) ** p + np.abs((Y - cy) / ry) ** p) < 1
    def person(cx, k, skirt):
        sh = .74 - .245 * k; b = blob(cx, sh - .036 * k, .028 * k, .034 * k) | blob(cx, sh, .012 * k, .03 * k); t2 = np.clip((Y - sh) / (.74 - sh), 0, 1); top = np.clip((Y - sh) / .030, 0, 1) ** .5
        half = (.052 * top * (1 - .22 * np.sin(np.pi * np.clip(t2 * 1.3, 0, 1))) if not skirt else .042 * top * (1 - .45 * np.sin(np.pi * np.clip(t2 * 1.6, 0, 1))) + .075 * np.clip(t2 - .40, 0, 1)) * k * (Y > sh)
        return b | ((np.abs(X - cx) < half) & (Y < .74))
    m = person(.450, 1.10, False) | person(.535, .98, True) | (blob(.553, .74 - .245 * .98 - .02, .022, .05) & (Y < .60))
    k = ni.gaussian_filter(m.astype(float), 1.3)[..., None]; return (a * (1 - k) + dark * k).astype(np.float32)
def screen_photo(name, crop=1.0):
    """one of the finished room pictures, as colour values for a print"""
    from PIL import Image
    src = os.environ.get("SCREENS", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "public", "media", "screens"))
    im = Image.open(os.path.join(src, name + ".webp")).convert("RGB"); s = int(min(im.size) * crop); x, y = (im.width - s) // 2, (im.height - s) // 2
    return (np.asarray(im.crop((x, y, x + s, y + s)).resize((360, 360))).astype(np.float32) / 255) ** 2.2

# ---------- a bigger set: floor, wall, strips of light
def studio(c1=VIOLET, c2=(1, .50, .16), wall="slat", floor="darkwood", y=1.7, W=5.0, H=3.2, key=60, rim=40, cam=(0, -3.6, 1.15), target=(0, 0, 1.0), lens=46, f=2.8, focus=(0, 0, 1.0), ev=.7, wallc=(.10, .02, .07), wash=1.0, pos=(-1.9, -1.5, 2.6), keyc=(1, .80, .62), to=(0, 0, .8)):
    world((.014, .008, .022), 1.0); box((0, 0, -.05), (7, 9, .1), floor); box((0, y + .06, H / 2), (W + 3, .1, H), "wallpaint")
    if wall == "slat": slats_y(y, -W / 2 - .4, W / 2 + .4, .02, H, -1, "wood")
    if wall == "pads":
        for i in range(7):
            for j in range(3): sq((-W / 2 + (i + .5) * W / 7, y - .03, .45 + (j + .5) * .85), (W / 7 * .985, .12, .84), fabric(wallc), 7, n=12)
    if wall == "curtain":
        n = 150; v = []; F = []
        for i in range(n + 1):
            x = -W / 2 - .5 + (W + 1) * i / n; yy = y - .10 - .07 * sin(i * .84) - .03 * sin(i * 1.9 + 1); v += [(x, yy, .02), (x + .02 * sin(i), yy - .02, H)]
        for i in range(n): F.append([2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1])
        link(mk("curt", v, F), fabric(wallc))
    for x in (-1.55, 1.55):
        if wall != "curtain": led((x, y - .07, .05), (x, y - .07, H), c2, 5, .009, 12 * wash, (x, y - 1.2, H / 2))
    led((-W / 2, y - .12, .03), (W / 2, y - .12, .03), c1, 6, .009, 14 * wash, (0, y - .6, 1.2))
    area((0, y - .35, H - .1), (0, y + .1, .6), (3.6, .12), c1, 55 * wash); area(pos, to, (1.0, 1.0), keyc, key); area((2.0, 1.2, 2.2), to, (.5, 1.2), c1, rim); area((-2.0, 1.1, 1.6), to, (.4, 1.2), c2, rim * .7)
    camera(cam, target, lens, f=f, focus=focus); S["meta"].update(ev=ev, bloom=.24, vig=.28)
def marquee(s, c, size, body, face, bulb=(1, .68, .34), spacing=.085, depth=.06, br=.016, glowk=14):
    """standing letters or figures with bulbs along the middle of their strokes; c is the middle of the foot"""
    from PIL import Image, ImageDraw, ImageFont
    o = text(s, (0, 0, 0), size, face, "sans", ext=.004, bev=0, space=1.06); bpy.context.view_layer.update(); bb = np.array([list(b) for b in o.bound_box]); x0, x1, y0, y1 = bb[:, 0].min(), bb[:, 0].max(), bb[:, 1].min(), bb[:, 1].max(); w, h = x1 - x0, y1 - y0
    o.location = (c[0], c[1] + depth * .8, c[2] - y0); e = text(s, (c[0], c[1], c[2] - y0), size, body, "sans", ext=depth, bev=.007, space=1.06); e.data.fill_mode = "NONE"
    f = ImageFont.truetype(FONTS["sans"], 420); im = Image.new("L", (460 * len(s) + 200, 800)); d = ImageDraw.Draw(im); x = 60.0
    for ch in s: d.text((x, 120), ch, 255, font=f); x += f.getlength(ch) * 1.06
    a = np.asarray(im) > 128; ys, xs = np.nonzero(a); a = a[ys.min():ys.max() + 1, xs.min():xs.max() + 1]; k = w / a.shape[1]; dt = ni.distance_transform_edt(np.pad(a, 4))[4:-4, 4:-4]; mx = ni.maximum_filter(dt, 9); ry, rx = np.nonzero((dt >= mx - .01) & (dt > dt.max() * .55)); P = np.stack([rx, ry], -1).astype(float); sp = spacing / k
    done = []; left = list(range(len(P))); cur = left[int(np.argmin(P[:, 0] + P[:, 1]))]
    D = np.full(len(P), 1e9)
    while True:  # go along the stroke: the nearest point that is a full step away from all others
        done.append(P[cur]); D = np.minimum(D, np.hypot(*(P - P[cur]).T)); ok = np.nonzero(D >= sp)[0]
        if not len(ok): break
        cur = ok[np.argmin(np.hypot(*(P[ok] - P[cur]).T) + D[ok] * .5)]
    for px, py in done:
        q = (c[0] + x0 + px * k, c[1] + depth * .35, c[2] + h - py * k); ball(q, br, glow(bulb, glowk), 14, emis=True); pt((q[0], q[1] - br, q[2]), bulb, .0011, soft=1, rad=br * 2.6)
        if R.random() < .34: point((q[0], q[1] - .03, q[2]), bulb, .55, .03)
    return w, h
def neon(s, c, size, color, font="script", core=(1, .9, .8), power=8, r=.006):
    """a name in tube light on a wall behind"""
    o = text(s, c, size, glow(color, 9), font, ext=0, bev=r, emis=True, res=2); o.data.fill_mode = "NONE"; o.visible_glossy = True
    b = text(s, (c[0], c[1] + .012, c[2]), size, mat("acry", (.10, .04, .08), .25, emit=color, es=.35), font, ext=.003, bev=.0); bpy.context.view_layer.update(); w = b.dimensions[0]
    for i in range(4): point((c[0] - w / 2 + w * (i + .5) / 4, c[1] - .10, c[2]), color, power / 4, .12)
    return w
def bulbs(p0, p1, n=14, sag=.2, color=(1, .62, .28), k=14):
    p0, p1 = Vector(p0), Vector(p1); L = []
    for i in range(n + 1): t = i / n; p = p0.lerp(p1, t); p.z -= sag * 4 * t * (1 - t); L.append(tuple(p)); ball((p.x, p.y, p.z - .012), .009, glow(color, k), 12, emis=True); pt((p.x, p.y, p.z - .012), color, .0006, soft=1, rad=.028)
    tube(L, .0025, "black", 4); return L
def confetti_bits(n, fn, mats, s=(.010, .020)):
    def f(v):
        def g():
            k = .25 + .2 * v; P = [(x, y, k * (x * x) * (1 if v % 2 else -1)) for x in np.linspace(-.5, .5, 4) for y in (-.32, .32)]; return mk("conf", P, [[2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2] for i in range(3)])
        return cached(("conf", v), g)
    for _ in range(n):
        p = fn()
        if p is not None: link(f(R.randrange(4)), R.choice(mats), p[:3], p[3] if len(p) > 3 else (R.uniform(0, 6), R.uniform(0, 6), R.uniform(0, 6)), R.uniform(*s))
CONF = [(.95, .60, .18), (.90, .10, .30), (.42, .12, .95), (.06, .50, .75), (.95, .35, .55), (.92, .86, .78)]
def confmats(): return [mat("cf%d" % i, c, .25, .55 if i in (0, 5) else .1, coat=.4) for i, c in enumerate(CONF)]
def ribbon_bow(c, s=.05, mt="gold", rot=0, tails=True):
    """a bow lying in the x/z plane, facing -y"""
    X = []
    def strip(pts, w):
        n = len(pts); v = []; F = []
        for i, (x, y, z) in enumerate(pts): v += [(x, y - w / 2, z), (x, y + w / 2, z)]
        for i in range(n - 1): F.append([2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2])
        o = link(mk("bow", v, F), M(mt)); o.modifiers.new("s", "SOLIDIFY").thickness = .02 * s; return o
    for sg in (-1, 1):
        t = np.linspace(0, 2 * pi, 26); X.append(strip([(sg * s * (.55 - .55 * cos(a)) * 1.05, 0, s * .42 * sin(a) * (.55 - .45 * cos(a)) + s * .12 * (1 - cos(a)) * .5) for a in t], s * .55))
        if tails: X.append(strip([(sg * s * (.05 + .62 * q), -.02 * s * sin(6 * q), -s * (1.25 * q) + s * .06 * sin(7 * q)) for q in np.linspace(0, 1, 14)], s * .5))
    X.append(sq((0, 0, 0), (s * .34, s * .6, s * .34), mt, 3)); m = Matrix.Translation(Vector(c)) @ (Euler(rot).to_matrix().to_4x4() if not isinstance(rot, (int, float)) else Matrix.Rotation(rot, 4, "Z"))
    for o in X: o.matrix_world = m @ Matrix.LocRotScale(o.location, o.rotation_euler, o.scale)
def heart_solid(c, s, mt, depth=.002, rot=(pi / 2, 0, 0), bev=.0015):
    cu = bpy.data.curves.new("hrt", "CURVE"); cu.dimensions = "2D"; cu.fill_mode = "BOTH"; cu.extrude = depth; cu.bevel_depth = bev; cu.bevel_resolution = 3; sp = cu.splines.new("POLY"); T = np.linspace(.42, 2 * pi - .42, 90); sp.points.add(len(T) - 1)   # the notch is left blunt: a bevel would grow a thorn there
    for p, t in zip(sp.points, T): x, y = hheart(t); p.co = (x * s, y * s, 0, 1)
    sp.use_cyclic_u = True; o = bpy.data.objects.new("hrt", cu); bpy.context.scene.collection.objects.link(o); cu.materials.append(M(mt)); o.location = c; o.rotation_euler = rot; return o
def polaroid(c, s, arr, rot=(pi / 2, 0, 0), name="pol"):
    """white-bordered print, its picture towards -y when rot is (pi/2, 0, 0)"""
    m = Matrix.Translation(Vector(c)) @ Euler(rot).to_matrix().to_4x4(); a = plane((0, 0, 0), (s, s * 1.2), mat("polw", (.82, .79, .74), .5)); b = plane((0, s * .08, .0012), (s * .86, s * .86), imgmat(name, arr, 1.0, False, .25))
    for o in (a, b): o.matrix_world = m @ Matrix.LocRotScale(o.location, o.rotation_euler, o.scale)
def glassm(): return mat("glassm", (1, 1, 1), .02, trans=1., ior=1.45, spec=.6)
def flute(c, mt=None, drink=(1, .62, .18), h=.20, fill=.72):
    g = mt or mat("fluteg", (.95, .97, 1), .03, alpha=.20, spec=1.); pr = [(.0001, 0), (.030, 0), (.031, .002), (.010, .005), (.0035, .012), (.0032, .085), (.010, .100), (.020, .125), (.0235, .155), (.0222, h), (.0215, h), (.0226, .155), (.019, .126), (.009, .103), (.0001, .098)]
    link(lathe(pr, 40), g, c); z1 = .100 + (h - .104) * fill; L = [(.0001, .100), (.0085, .104), (.0182, .127), (.0216, .155), (.0212, z1), (.0001, z1)]; link(lathe(L, 40), mat("drink%s" % (drink,), drink, .1, alpha=.8, emit=drink, es=.16), c)
def tumbler(c, drink, r=.034, h=.115, fill=.80, ice=True, garnish=None):
    link(lathe([(.0001, 0), (r * .88, 0), (r * .90, .003), (r, h), (r * .95, h), (r * .85, .010), (.0001, .010)], 44), glassm(), c); z1 = h * fill; link(lathe([(.0001, .0105), (r * .845, .0105), (r * .932, z1), (.0001, z1)], 44), mat("drk%s" % (drink,), drink, .03, trans=.55, ior=1.33, emit=drink, es=.16), c)
    if ice:
        for i in range(3): box((c[0] + R.uniform(-.4, .4) * r, c[1] + R.uniform(-.4, .4) * r, c[2] + z1 + .002 - .008 * i), (.018, .018, .018), mat("ice", (.92, .95, 1), .08, trans=.85, ior=1.31), (R.uniform(0, 1), R.uniform(0, 1), R.uniform(0, 3)), r=.003)
    if garnish: cyl((c[0] + r * .86, c[1] - .004, c[2] + h - .012), .021, .005, mat("citr%s" % (garnish,), garnish, .35, coat=.4), .001, 36, (pi / 2, .2, .3)); cyl((c[0] + r * .86, c[1] - .0065, c[2] + h - .012), .017, .003, mat("citi%s" % (garnish,), tuple(min(1, x * 1.2 + .1) for x in garnish), .3), .001, 36, (pi / 2, .2, .3))
    tube([(c[0] - r * .3, c[1], c[2] + .02), (c[0] - r * .75, c[1] + .01, c[2] + h * 1.45)], .0028, "gold", 8)
def bouquet(c, n=26, s=1.0, cols=None, wrap=(.10, .015, .030), tilt=(0, 0, 0), bow="gold"):
    cols = cols or [rosem((.46, .008, .024))]; X0 = set(bpy.context.scene.collection.objects)
    for i in range(n):
        q = math.sqrt((i + .4) / n); a = i * 2.39996; x, y = .105 * q * cos(a), .105 * q * sin(a); z = .285 + .055 * (1 - q * q) + R.uniform(-.006, .006); rose((x, y, z), R.uniform(.033, .039), R.choice(cols), (-sin(a) * q * .75, cos(a) * q * .75, R.uniform(0, 6)))
    for i in range(26): a = R.uniform(0, 6.3); q = R.uniform(.05, .118); leaf((q * cos(a), q * sin(a), .258 + R.uniform(0, .02)), R.uniform(.045, .065), (R.uniform(.1, .7), 0, a - pi / 2))
    for k, (ro, top, col, wv) in enumerate(((.135, .300, wrap, .016), (.148, .262, tuple(min(1, x * 2.2 + .02) for x in wrap), .020))):
        N, Mz = 150, 14; P = np.zeros((N, Mz, 3))
        for i in range(N):
            a = 2 * pi * i / N
            for j in range(Mz):
                t = j / (Mz - 1); q = .024 + (ro - .024) * (max(0, t - .22) / .78) ** .85 if t > .22 else .024 + .030 * (.22 - t) / .22; q *= 1 + (.030 + .05 * t) * sin(9 * a + k * 2) * t + .015 * sin(23 * a + 1) ; P[i, j] = (q * cos(a), q * sin(a), top * t * (1 + .055 * sin(6 * a + k) * t + .02 * sin(14 * a) * t))
        o = link(grid_mesh("wrap", P), mat("wrap%d" % k, col, .55, spec=.35, sheen=.3)); o.modifiers.new("s", "SOLIDIFY").thickness = .0012
    cyl((0, 0, .052), .030, .022, bow, .006, 40); ribbon_bow((0, -.033, .064), .052, bow)
    m = Matrix.Translation(Vector(c)) @ Euler(tilt).to_matrix().to_4x4() @ Matrix.Scale(s, 4)
    for o in set(bpy.context.scene.collection.objects) - X0: o.matrix_world = m @ Matrix.LocRotScale(o.location, o.rotation_euler, o.scale)
def fur(o, length, n=900, child=45, col=None, radius=.0005):
    md = o.modifiers.new("fur", "PARTICLE_SYSTEM"); st = o.particle_systems[0].settings; st.type = "HAIR"; st.count = n; st.hair_length = length; st.hair_step = 3; st.render_step = 2; st.child_type = "INTERPOLATED"; st.rendered_child_count = child; st.child_nbr = child; st.clump_factor = .10; st.roughness_2 = .004; st.roughness_1 = .002; st.root_radius = 1.0; st.tip_radius = .3; st.radius_scale = radius; st.brownian_factor = .006; st.material = 1
def teddy(c, s=1.0, col=(.36, .19, .085), rot=0, bow=(.50, .01, .04), hair=True):
    X0 = set(bpy.context.scene.collection.objects); b = mat("bear", col, .95, spec=.05, sheen=.6, vary=0); l = mat("bear2", tuple(min(1, x * 1.75 + .05) for x in col), .95, spec=.05, sheen=.6)
    def part(p, r, m, scale=(1, 1, 1), rot=(0, 0, 0), L=.0080, n=900):
        me = ball(p, r, m, 28, scale, rot=rot).data; o = bpy.context.scene.collection.objects[-1]
        o = [q for q in bpy.context.scene.collection.objects if q not in X0][-1]
        nm = me.copy(); nm.materials.clear(); nm.materials.append(m); nm.transform(Matrix.Diagonal((r * scale[0], r * scale[1], r * scale[2], 1))); o.data = nm; o.scale = (1, 1, 1)
        for sl in o.material_slots: sl.link = "DATA"
        if hair: fur(o, L, n)
        return o
    part((0, .01, .105), .100, b, (.92, .82, 1.08), n=2200); part((0, -.048, .100), .062, l, (.90, .62, 1.0), n=900, L=.006)
    part((0, -.012, .262), .084, b, (1.06, .94, .96), n=1900); part((0, -.080, .243), .042, l, (1.12, .82, .82), n=500, L=.005)
    for x in (-1, 1):
        part((x * .074, .004, .342), .038, b, (1, .62, 1), n=420); part((x * .074, -.020, .340), .025, l, (1, .5, 1), n=200, L=.005)
        part((x * .098, -.035, .160), .038, b, (.88, .95, 1.75), (.55, x * .62, 0), n=700); part((x * .082, -.105, .038), .044, b, (.95, 1.7, .98), (0, 0, x * -.38), n=800); part((x * .108, -.172, .046), .034, l, (.95, .45, 1.05), (0, 0, x * -.38), n=350, L=.005)
        ball((x * .034, -.0925, .281), .0112, mat("eye", (.008, .005, .004), .05, coat=1.), 20); ball((x * .034 - .003, -.1030, .2855), .0022, glow((1, .95, .9), 2.0), 8)
    ball((0, -.118, .257), .0145, mat("nose", (.012, .007, .006), .18, coat=.6), 24, (1.25, .75, .85)); tube([(0, -.1175, .245), (0, -.1165, .232)], .0014, "black", 6)
    for x in (-1, 1): tube([(x * .016 * t, -.1165 + .004 * t * t, .232 - .006 * sin(pi * t * .8)) for t in np.linspace(0, 1, 8)], .0014, "black", 6)
    ribbon_bow((0, -.100, .178), .056, mat("bowr", bow, .45, sheen=.6), tails=True); tube([(.066 * cos(t), .058 * sin(t) - .018, .186 + .004 * cos(t * 2)) for t in np.linspace(0, 2 * pi, 40)[:-1]], .011, mat("bowr", bow, .45, sheen=.6), 8, closed=True)
    m = Matrix.Translation(Vector(c)) @ Matrix.Rotation(rot, 4, "Z") @ Matrix.Scale(s, 4)
    for o in [q for q in bpy.context.scene.collection.objects if q not in X0]: o.matrix_world = m @ Matrix.LocRotScale(o.location, o.rotation_euler, o.scale)
