/** The words of the home page. */
export const ABOUT_BLURB =
  'A 150-inch screen, Dolby Atmos sound and sofas you sink into, for you and the people you brought along. Birthdays, anniversaries, proposals or just the film: the room is yours alone.'

export const FEATURES = [
  { icon: 'reception', title: 'Reception 24/7', text: 'Book, pay and move your evening here, at any hour.' },
  { icon: 'internet', title: '1000 Mbps internet', text: 'Stream what you like, without waiting.' },
  { icon: 'sound', title: 'Dolby Atmos', text: 'Sound from every side, and from above.' },
  { icon: 'screen', title: '4K screen', text: '150 inches, sharp to the corner.' },
  { icon: 'sofa', title: 'Comfortable sofas', text: 'Room to lean back, and to lean on somebody.' },
  { icon: 'light', title: 'Premium lighting', text: 'Your colour, your mood, dimmed on cue.' },
] as const

export const SERVICES = [
  { title: 'Customized Cake', picture: 'customized-cake', text: 'Their name on it, on the table at the right minute.' },
  {
    title: 'Candlelight Pathway',
    picture: 'candlelight-pathway',
    text: 'From the door to the sofa, step by lit step.',
  },
  { title: 'Beverage Service', picture: 'beverage-service', text: 'Cold glasses, brought before you ask.' },
  { title: 'Venue Decoration', picture: 'venue-decoration', text: 'Balloons, flowers and light, up before you come.' },
  { title: 'Personalized Gift', picture: 'personalized-gift', text: 'Wrapped, named and hidden until you say so.' },
  { title: 'LED Name Display', picture: 'led-name-display', text: 'Whoever it is about, in lights.' },
  { title: 'Floral Bouquet', picture: 'floral-bouquet', text: 'Cut the same morning.' },
] as const

export const CLAIMS = [
  { figure: '900+', text: 'reviews' },
  { figure: '5000+', text: 'celebrations' },
] as const
