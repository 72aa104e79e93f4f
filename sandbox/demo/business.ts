/** The demo business: what a private-theatre owner in Bengaluru would have typed in. Prices in rupees. */

/** The demo's staff, as `npm run demo` prints them. */
export const DEMO_STAFF = {
  owner: 'owner@lumiere.example',
  manager: 'koramangala@lumiere.example',
  frontDesk: 'desk@lumiere.example',
  kitchen: 'kitchen@lumiere.example',
  password: 'Lumiere#2026',
} as const

/** Valentine's Day, Christmas Eve, Christmas and New Year's Eve, `MM-DD`: dearer everywhere. */
export const FESTIVE_DAYS = ['02-14', '12-24', '12-25', '12-31']

export const CITIES = ['Bengaluru', 'Mysuru'] as const

export const LOCATIONS = [
  {
    key: 'koramangala',
    city: 'Bengaluru',
    name: 'Koramangala',
    address: '2nd Floor, 80 Feet Road, 4th Block, Koramangala, Bengaluru 560034',
    addressLink: 'https://www.google.com/maps/search/?api=1&query=Koramangala+4th+Block+Bengaluru',
    parking: 'Basement of the building, two cars and scooters free; say our name at the gate.',
    image: '/media/locations/koramangala.webp',
  },
  {
    key: 'indiranagar',
    city: 'Bengaluru',
    name: 'Indiranagar',
    address: '12th Main, HAL 2nd Stage, Indiranagar, Bengaluru 560038',
    addressLink: 'https://www.google.com/maps/search/?api=1&query=12th+Main+Indiranagar+Bengaluru',
    parking: 'On 12th Main; the paid car park of the metro station is 300 m away.',
    image: '/media/locations/indiranagar.webp',
  },
  {
    key: 'mysuru',
    city: 'Mysuru',
    name: 'Gokulam',
    address: '3rd Main, Gokulam 2nd Stage, Mysuru 570002',
    addressLink: 'https://www.google.com/maps/search/?api=1&query=Gokulam+Mysuru',
    parking: 'In front of the house, free.',
    image: '/media/locations/indiranagar.webp',
  },
] as const

const SPECIFICATIONS = [
  '150-inch 4K screen',
  'Dolby Atmos sound',
  'Reclining sofas',
  'Personalised decor',
  '1000 Mbps internet',
  'Air conditioning',
]

const BASIC = ['4k Dolby Theater']
const CELEBRATION = ['4k Dolby Theater', 'Decoration', 'Cake']
const GRAND = ['4k Dolby Theater', 'Decoration', 'Cake', 'Smoke Entry', 'Rose Heart On Table', 'Rose With Candle Path']
const ROMANCE = ['4k Dolby Theater', 'Decoration', 'Rose Heart On Table', 'Rose With Candle Path']

export const SCREENS = [
  {
    name: 'Aurora',
    location: 'koramangala',
    capacity: 12,
    minPeople: 4,
    extraPersonPrice: 250,
    description:
      'Our widest room. Warm wood, violet light and a sofa for the whole family; made for birthdays where everybody has to fit into the picture.',
    specifications: [...SPECIFICATIONS, 'Room for twelve'],
    slots: ['10:00-13:00', '13:30-16:30', '17:00-20:00', '20:30-23:30'],
    packages: [
      { name: 'Basic', price: 1499, inclusions: BASIC },
      { name: 'Celebration', price: 2499, inclusions: CELEBRATION },
      { name: 'Grand Celebration', price: 3999, inclusions: GRAND },
    ],
  },
  {
    name: 'Nebula',
    location: 'koramangala',
    capacity: 6,
    minPeople: 2,
    extraPersonPrice: 300,
    description:
      'Recliners under a ceiling of stars. A small room with a big sound, for friends who came to watch the film.',
    specifications: [...SPECIFICATIONS, 'Starlight ceiling'],
    slots: ['09:30-12:30', '13:00-16:00', '16:30-19:30', '20:00-22:00', '22:30-00:30'],
    packages: [
      { name: 'Basic', price: 1299, inclusions: BASIC },
      { name: 'Movie Night', price: 1899, inclusions: ['4k Dolby Theater', 'Decoration'] },
      { name: 'Celebration', price: 2299, inclusions: CELEBRATION },
    ],
  },
  {
    name: 'Velvet',
    location: 'indiranagar',
    capacity: 2,
    minPeople: 2,
    extraPersonPrice: 0,
    description: 'Deep red velvet, candlelight and two seats. The room where people say yes.',
    specifications: [...SPECIFICATIONS, 'For two, and only two'],
    slots: ['11:00-13:30', '14:00-16:30', '17:00-19:30', '20:00-22:00', '22:30-00:30'],
    packages: [
      { name: 'Basic', price: 1199, inclusions: BASIC },
      { name: 'Romance', price: 2199, inclusions: ROMANCE },
      { name: 'Proposal', price: 3499, inclusions: GRAND },
    ],
  },
  {
    name: 'Celeste',
    location: 'indiranagar',
    capacity: 8,
    minPeople: 4,
    extraPersonPrice: 275,
    description:
      'Arches, soft blue light and a long sofa. Bright enough for photographs, dark enough for the film that follows.',
    specifications: [...SPECIFICATIONS, 'Photo corner'],
    slots: ['10:30-13:30', '14:00-17:00', '17:30-20:30', '21:00-23:59'],
    packages: [
      { name: 'Basic', price: 1399, inclusions: BASIC },
      { name: 'Celebration', price: 2399, inclusions: CELEBRATION },
      { name: 'Baby Shower', price: 2999, inclusions: ['4k Dolby Theater', 'Decoration', 'Cake', 'Smoke Entry'] },
    ],
  },
] as const

interface DemoItem {
  name: string
  price: number
  description: string
  specialPrice?: number
}

const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-')

/** Where the picture of a catalogue item lies. */
export const pictureOf = (folder: string, name: string) => `/media/${folder}/${slug(name)}.webp`

export const OCCASIONS: readonly DemoItem[] = [
  {
    name: 'Birthday',
    price: 0,
    description: 'Balloons, a lit name and the birthday song in surround sound before the film begins.',
  },
  { name: 'Anniversary', price: 199, description: 'Rose petals on the table and your song as the lights go down.' },
  { name: 'Romantic Date', price: 299, description: 'Candles along the way in, a table for two and nobody else.' },
  {
    name: 'Proposal',
    price: 999,
    description: 'A candle path, a heart of roses and a signal to our team for the moment itself.',
  },
  { name: 'Bride To Be', price: 499, description: 'Sashes, a photo corner and room for the whole circle of friends.' },
  { name: 'Baby Shower', price: 499, description: 'Soft colours, comfortable seats and a cradle of flowers.' },
  {
    name: 'Farewell',
    price: 199,
    description: 'A wall for photographs and a long sofa for the last evening together.',
  },
  { name: 'Movie Night', price: 0, description: 'No decoration, no speeches: the film, the sound and popcorn.' },
]

export const ADDONS: readonly DemoItem[] = [
  { name: 'LED Name', price: 299, description: 'A name in light; up to eight letters are included.' },
  { name: 'LED Number', price: 199, description: 'An age or a year in light, two digits.' },
  { name: 'Fog Entry', price: 499, description: 'Cold fog over the floor as you come in.' },
  { name: 'Candle Path', price: 399, description: 'A path of candles from the door to the sofa.' },
  { name: 'Rose Heart Table', price: 449, description: 'A heart of rose petals on the table.' },
  { name: 'Photo Clippings', price: 249, description: 'Twenty of your pictures on a string of lights.' },
  { name: 'Balloon Bouquet', price: 349, description: 'Helium balloons in your colours.' },
  { name: 'Confetti', price: 149, description: 'Two confetti poppers for the big moment.' },
]

export const CAKES: readonly DemoItem[] = [
  { name: 'Chocolate Truffle', price: 599, description: 'Half a kilogram, dark.' },
  { name: 'Black Forest', price: 549, description: 'Half a kilogram, with cherries.' },
  { name: 'Red Velvet', price: 699, description: 'Half a kilogram, cream cheese.', specialPrice: 150 },
  { name: 'Butterscotch', price: 549, description: 'Half a kilogram, with praline.' },
  { name: 'Pineapple', price: 499, description: 'Half a kilogram, fresh cream.' },
  { name: 'Rainbow', price: 799, description: 'One kilogram, seven layers.', specialPrice: 250 },
  { name: 'Photo Cake', price: 899, description: 'One kilogram, your picture on the icing.', specialPrice: 350 },
  {
    name: 'Two Tier Rose',
    price: 1499,
    description: 'Two kilograms in two tiers, with sugar roses.',
    specialPrice: 800,
  },
]

export const GIFTS: readonly DemoItem[] = [
  { name: 'Rose Bouquet', price: 399, description: 'Twelve red roses.' },
  { name: 'Teddy Bear', price: 599, description: 'Soft, and half as tall as a child.' },
  { name: 'Chocolate Box', price: 449, description: 'Sixteen pralines.' },
  { name: 'Perfume', price: 1299, description: 'A small bottle, gift-wrapped.' },
  { name: 'Photo Frame', price: 349, description: 'With a picture from your visit.' },
  { name: 'Greeting Card', price: 99, description: 'With your words in it.' },
]

export const BANNERS = [
  {
    title: 'A cinema of your own',
    description: 'A 150-inch screen, Dolby Atmos and a room that is yours.',
    link: 'book',
  },
  { title: 'Birthdays, lit up', description: 'Balloons, a name in light and the film they love.', link: 'book' },
  { title: 'A table for two', description: 'Candles, roses and nobody else in the cinema.', link: 'gallery' },
  { title: 'Bring the whole family', description: 'Room for twelve on the widest sofa in Koramangala.', link: 'about' },
] as const
