/** The words of the home page (spec customer-side §1). */
export const ABOUT_BLURB =
  'A 150-inch screen, Dolby Atmos sound and sofas you sink into, for you and the people you brought along. Birthdays, anniversaries, proposals or just the film: the room is yours alone.'

export const FEATURES = [
  { title: 'Reception 24/7', text: 'Somebody answers, at any hour.' },
  { title: '1000 Mbps internet', text: 'Stream what you like, without waiting.' },
  { title: 'Dolby Atmos', text: 'Sound from every side, and from above.' },
  { title: '4K screen', text: '150 inches, sharp to the corner.' },
  { title: 'Comfortable sofas', text: 'Room to lean back, and to lean on somebody.' },
  { title: 'Premium lighting', text: 'Your colour, your mood, dimmed on cue.' },
] as const

export const SERVICES = [
  { title: 'Customized Cake', picture: 'customized-cake' },
  { title: 'Candlelight Pathway', picture: 'candlelight-pathway' },
  { title: 'Beverage Service', picture: 'beverage-service' },
  { title: 'Venue Decoration', picture: 'venue-decoration' },
  { title: 'Personalized Gift', picture: 'personalized-gift' },
  { title: 'LED Name Display', picture: 'led-name-display' },
  { title: 'Floral Bouquet', picture: 'floral-bouquet' },
] as const

export const CLAIMS = [
  { figure: '900+', text: 'reviews' },
  { figure: '5000+', text: 'celebrations' },
] as const
