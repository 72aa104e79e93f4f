import { expect, test } from 'vitest'
import { hasEndlessWord } from '~/ui/endless-word'

const link = 'https://maps.example/place/80-feet-road'

test.each([
  ['a link', link, true],
  ['a link among words', `Near ${link} on the left`, true],
  ['the words of every day', 'Bheemeshwara Venkatanarasimha and 24 more came for the evening', false],
  ['a number', 1_234, false],
  ['nothing', null, false],
  ['what stands in a mark-up', <span key="a">Asha {link}</span>, true],
  [
    'what stands deep in it',
    <ul key="b">
      {[1, 2].map((one) => (
        <li key={one}>
          {one}: <b>{link}</b>
        </li>
      ))}
    </ul>,
    true,
  ],
  [
    'an address that is followed, not read',
    <a key="c" href={link}>
      Map
    </a>,
    false,
  ],
])('%s', (_, drawn, endless) => {
  expect(hasEndlessWord(drawn)).toBe(endless)
})
