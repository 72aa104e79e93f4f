/**
 * What is to be seen on every demo picture and clip under `public/media`, by its address.
 * The one place where such words stand: pages take them from here, uploaded pictures are described by their owner's words.
 */
const ROOM_VIEWS = {
  aurora: 'dark slatted wood, violet light along the ceiling and a wide plum-coloured sofa',
  celeste: 'lit arches on the walls, blue light along the ceiling and a long cream sofa',
  nebula: 'a ceiling of stars, magenta and blue hexagons of light and dark recliners',
  velvet: 'red velvet panels, amber light along the walls and a deep red sofa',
} as const
const VIEWPOINTS = [
  'seen from behind the last row towards the screen',
  'seen from the back corner across both rows',
  'seen from beside the screen towards the seats',
  'close to the front row',
] as const

const screens = Object.entries(ROOM_VIEWS).flatMap(([room, words]) =>
  VIEWPOINTS.map((from, index) => [
    `/media/screens/${room}-${index + 1}.webp`,
    `A screening room with ${words}, ${from}`,
  ]),
)

const reviewers = Object.entries({
  'aarav-mehta': 'short hair in violet light',
  'ananya-rao': 'long hair in rose light',
  'arjun-nair': 'curly hair in blue light',
  'deepika-shetty': 'hair in a bun, in amber light',
  'farhan-khan': 'a beard, in teal light',
  'ishita-banerjee': 'a bob in magenta light',
  'karthik-reddy': 'short hair in pale blue light',
  'meera-krishnan': 'hair in a bun, in red light',
  'nikhil-joshi': 'curly hair in green light',
  'priya-sharma': 'long hair in copper light',
  'rohan-d-souza': 'a beard, in violet light',
  'sneha-patil': 'a bob in steel-blue light',
}).map(([name, words]) => [`/media/reviewers/${name}.webp`, `A drawn head and shoulders without a face: ${words}`])

/** Folder by folder: file name without its ending, and what is to be seen. */
const PHOTOGRAPHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  about: {
    'about-1': 'Two buckets of popcorn on the ledge behind a row of recliners, the screen in gold ahead',
    'about-2': 'A tent of fairy lights over colourful cushions around a low table, lanterns at its sides',
  },
  addons: {
    'balloon-bouquet': 'Eleven gold, pink and violet balloons tied to a wrapped gift in front of a slatted wall',
    'candle-path': 'A path of rose petals between two rows of candles, leading to an arch of light',
    confetti: 'Two golden poppers shooting coloured confetti and streamers',
    'fog-entry': 'Fog rolling out of a doorway lined with violet light, over a carpet between two ropes',
    'led-name': 'The name Meera in pink tube light on a wall of leaves and roses',
    'led-number': 'The figure 25 as standing letters with bulbs, balloons at its feet',
    'photo-clippings': 'Nine small prints pegged to three strings of warm bulbs',
    'rose-heart-table': 'A heart laid of red roses on a round table, ringed by tealights',
  },
  banners: {
    'banner-1': 'A balloon arch around the screen of a violet room',
    'banner-2': 'A path of candles and petals towards a glowing screen',
    'banner-3': 'A corridor of coloured frames of light with fog on its floor',
    'banner-4': 'A table for two with roses under hanging lamps, candles on the floor and the screen behind',
  },
  cakes: {
    'black-forest': 'Black forest cake: white cream, dark chocolate shavings and cherries on rosettes',
    butterscotch: 'Butterscotch cake with caramel running down its sides and golden praline',
    'chocolate-truffle': 'Chocolate truffle cake with a dark glaze, truffles and gold leaf on top',
    'photo-cake': 'Square cake with a photograph of a couple at sunset printed on top, cream roses around it',
    pineapple: 'Pineapple cake with cream, rings of pineapple and cherries',
    rainbow: 'Cut rainbow cake: six coloured layers in white cream, sprinkles on top',
    'red-velvet': 'Cut red velvet cake: four red layers with white cream, crumbs and a sugar rose',
    'two-tier-rose': 'Ivory cake of two tiers with red and pink roses falling down its side',
  },
  clips: {
    'candle-path': 'Candles wavering on both sides of a path of petals towards the screen',
    showcase: 'A slow look into three screening rooms, one after the other',
    'smoke-entry': 'Fountains of sparks in drifting fog on both sides of a ring of golden light',
  },
  gallery: {
    'candle-path-1': 'Tealights and petals in two rows, leading to a table with roses in front of the screen',
    'candle-path-2': 'Candles and pale petals winding past lit arches to a small table in front of fairy lights',
    'candle-path-3':
      'A heart of tealights filled with red petals, a smaller heart of ivory roses inside, a red sofa behind',
    'candle-path-4': 'Lanterns and petals along a corridor of dark slatted wood, a lit doorway at its end',
    'candle-path-5': 'Steps covered with candles and petals, rising to a sofa under a ring of light',
    'candle-path-6': 'Tall candles close by, a trail of petals between them towards a lit arch',
    'candle-path-7': 'A spiral of candles and petals around a small table with roses, seen from above',
    'candle-path-8': 'Candles in tall glasses and vases of roses on both sides of a way to two rings of light',
    'decoration-1': 'An arch of plum, ivory and golden balloons around the screen, a sofa and gifts before it',
    'decoration-2':
      'Red roses laid as a heart, two glasses of sparkling wine and candles, fairy lights on a red curtain',
    'decoration-3': 'A heart of pink light over a red sofa, curtains of fairy lights and balloons beside it',
    'decoration-4':
      'Blue and silver balloons under the ceiling of a blue room, a cream sofa and a cake before the screen',
    'decoration-5': 'A moon and stars of warm light in a ring, pastel balloons, a teddy bear and a cake on pedestals',
    'decoration-6': 'Two buckets of popcorn on the ledge behind a row of recliners, the screen in gold ahead',
    'decoration-7':
      'Green and golden arched panels with a garland of balloons, a cake of three tiers and candles on columns',
    'decoration-8': 'A tent of fairy lights over colourful cushions around a low table, lanterns at its sides',
    'decoration-9': 'A pile of wrapped gifts and tall balloons in a magenta room, a sofa and the screen behind',
    'decoration-10': 'A table for two with roses between red chairs, lamps above it and candles on the floor',
    'smoke-entry-1': 'Fog rolling out of a lit doorway with hanging lamps, red curtains and lanterns beside it',
    'smoke-entry-2': 'Violet fog between two sofas, lines of light in the floor leading to the screen',
    'smoke-entry-3': 'Fountains of sparks in low fog before a ring of golden light',
    'smoke-entry-4': 'Blue and green beams of light falling into fog before the screen, recliners in front',
    'smoke-entry-5': 'A heart of pink light above rose-coloured fog, candles and roses on both sides',
    'smoke-entry-6': 'Steps edged in turquoise light with fog flowing down them, lanterns at the sides',
    'smoke-entry-7': 'A corridor of pink, violet and turquoise frames of light, fog on its floor',
    'smoke-entry-8': 'Lanterns in two rows and golden balloons over a floor of fog, the screen behind',
  },
  gifts: {
    'chocolate-box': 'An open box with twenty chocolates, its lid with a golden bow behind it',
    'greeting-card': 'A card with a red heart and golden edges, an envelope with a seal and a rose',
    perfume: 'A glass bottle of amber perfume with a golden heart, on a tray with roses',
    'photo-frame': 'A golden frame with the picture of a couple at dusk, roses and tealights beside it',
    'rose-bouquet': 'A bouquet of red roses in cream paper with a golden bow',
    'teddy-bear': 'A brown teddy bear with a red bow, a heart cushion and a gift beside it',
  },
  locations: {
    indiranagar: 'A lounge with green sofas around low tables, a bar with red stools and lit shelves of bottles behind',
    koramangala:
      'The theatre in Koramangala at night: a red carpet between lanterns to glazed doors under a neon heart',
  },
  occasions: {
    anniversary: 'A heart of roses and candles on the table before a red sofa under an arch of balloons',
    'baby-shower': 'Pastel balloons around a cream sofa, a teddy bear, gifts and a pale blue cake',
    birthday: 'A cake with lit candles in front of the screen, balloons, gifts and confetti around it',
    'bride-to-be': 'An arch of ivory and blush balloons, flowers, a white cake and four glasses',
    farewell: 'Small prints pegged to strings of bulbs above the screen, a cake, drinks and candles in front',
    'movie-night': 'Two buckets of popcorn and drinks behind a row of recliners, a sunset on the screen',
    proposal: 'A heart of candles filled with petals before the screen, a ring in its open box in front',
    'romantic-date': 'A table for two with candles and roses before a sofa, candles on the floor around it',
  },
  previews: {
    'candle-path': 'Candles and petals in two rows on the way to the screen',
    'rose-table': 'A heart of red roses around two glasses on a round table, candles beside it',
    'smoke-entry': 'Fountains of sparks around a golden ring in low fog',
  },
  services: {
    'beverage-service': 'Orange, red and green drinks and two glasses of sparkling wine on a golden tray',
    'candlelight-pathway': 'Candles on both sides of a floor strewn with rose petals, close by',
    'customized-cake': 'A dark cake with a golden strip of film around it, popcorn and stars on top',
    'floral-bouquet': 'Roses in red, pink and ivory in a round box with a ribbon',
    'led-name-display': 'The name Meera in pink tube light, close by',
    'personalized-gift': 'Wrapped gifts with ribbons, a heart on a string and a rose between candles',
    'venue-decoration': 'A ring hung with balloons and roses behind three columns with a cake, flowers and candles',
  },
}

const photographs = Object.entries(PHOTOGRAPHS).flatMap(([folder, files]) =>
  Object.entries(files).map(([name, words]) => [`/media/${folder}/${name}.webp`, words]),
)

const clips = Object.entries(PHOTOGRAPHS.clips ?? {}).map(([name, words]) => [
  `/media/clips/${name}.mp4`,
  `${words}, without sound`,
])

const BRAND = 'Lumière Private Theatre: an arch as a door ajar, light falling out over the floor'
const brand = ['apple-touch-icon.png', 'favicon.svg', 'icon-192.png', 'icon-512.png', 'logo.svg', 'og.jpg'].map(
  (file) => [`/media/brand/${file}`, BRAND],
)

/** Address of a bundled picture or clip → what is to be seen on it. */
export const PICTURES: Readonly<Record<string, string>> = Object.fromEntries([
  ...screens,
  ...photographs,
  ...clips,
  ...reviewers,
  ...brand,
])

/** What is to be seen on a bundled picture; `otherwise` for one that somebody uploaded. */
export const altOf = (src: string | null, otherwise = ''): string => (src && PICTURES[src]) || otherwise

/** The pictures of a thing with their words: `Aurora, view 2 of 4` and, where it is known, what is to be seen. */
export const viewsOf = (name: string, images: readonly string[]) =>
  images.map((src, index) => {
    const view = `${name}, view ${index + 1} of ${images.length}`
    const seen = altOf(src)
    return { src, alt: seen ? `${view}: ${seen}` : view }
  })
