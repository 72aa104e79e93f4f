/** Twelve reviews, each with the author's picture under the author's name. */
export const TESTIMONIALS = [
  {
    author: 'Priya Sharma',
    body: 'The candle path made my mother cry, in the good way. Everything was ready when we came.',
  },
  { author: 'Aarav Mehta', body: 'My name in lights at thirty. The sound is better than any multiplex.' },
  {
    author: 'Sneha Patil',
    body: 'We were nine and nobody had to fight for a seat. The cake was on the table at the right minute.',
  },
  { author: 'Karthik Reddy', body: 'I proposed in the Velvet room. She said yes before the film began.' },
  { author: 'Ananya Rao', body: 'Booked on my phone in the auto, paid by UPI, done before the signal turned green.' },
  { author: 'Farhan Khan', body: 'The fog entry was worth it for the photographs alone.' },
  {
    author: 'Deepika Shetty',
    body: 'Baby shower for eight, soft colours, comfortable seats. My grandmother wants to come again.',
  },
  { author: 'Arjun Nair', body: 'Four friends, one trilogy, no interruptions.' },
  {
    author: 'Meera Krishnan',
    body: 'They kept the room dark and the roses fresh. Our tenth anniversary, and the best one.',
  },
  { author: 'Nikhil Joshi', body: 'Clear prices, no surprises at the counter.' },
  { author: "Rohan D'Souza", body: 'The team was friendly and then invisible, exactly as it should be.' },
  { author: 'Ishita Banerjee', body: 'My daughter asks when her next birthday is. Every day.' },
] as const

/** Stars, of five: everybody gave them all. */
export const RATING = 5

/** The file name of an author's picture. */
export const portraitOf = (author: string) =>
  `/media/reviewers/${author.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.webp`
