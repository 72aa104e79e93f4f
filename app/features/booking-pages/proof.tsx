import type { CSSProperties } from 'react'
import { cakeLines, ledCells, type ProofOn, unmakeable } from '~/domain/proof'

export interface ProofProps {
  on: ProofOn
  text: string
  /** To be read from where it is made, at arm's length. */
  large?: boolean
}

/**
 * A text as it will be made (rule R3), in lights or in icing, with what cannot be made of it: the same drawing where it is
 * typed, before paying, on the customer's page and on the prep board.
 */
export function Proof({ on, text, large = false }: ProofProps) {
  const lost = unmakeable(on, text)
  return (
    <div className={large ? 'proof proof-large' : 'proof'}>
      {on === 'lights' ? <Lights text={text} /> : <Cake text={text} />}
      {lost.length > 0 && (
        <p className="mt-1.5 text-sm text-wrong">
          {on === 'lights' ? 'The lights cannot show' : 'Icing cannot write'} {lost.join(' ')}
        </p>
      )}
    </div>
  )
}

function Lights({ text }: { text: string }) {
  const cells = ledCells(text).map((cell, place) => ({ ...cell, place }))
  const shown = cells.map(({ shows }) => shows ?? '').join('')
  // a row ends between words, as far as a word fits into one
  const words = [cells.slice(0, 0)]
  for (const cell of cells) {
    if (cell.shows === ' ') words.push([])
    else words.at(-1)?.push(cell)
  }
  const longest = { '--longest': Math.max(...words.map(({ length }) => length)) } as CSSProperties
  return (
    <p role="img" aria-label={`The lights show: ${shown}`} className="proof-lights" style={longest}>
      {words.flatMap((word, at) => [
        at ? ' ' : '',
        <span key={word[0]?.place ?? -at}>
          {word.map(({ shows, place }) => (
            <span key={place} data-dark={shows === null || undefined}>
              {shows ?? '×'}
            </span>
          ))}
        </span>,
      ])}
    </p>
  )
}

/** Half the height of the cake's top, and the widest line of icing, in the drawing's units. */
const [TOP, WIDE] = [88, 180]

function Cake({ text }: { text: string }) {
  const lines = cakeLines(text).map((words, place) => ({ words, place }))
  const longest = Math.max(4, ...lines.map(({ words }) => words.length))
  const size = Math.min(34, (WIDE * 1.75) / longest, 130 / Math.max(1, lines.length))
  const first = TOP + 2 - ((lines.length - 1) * size * 1.15) / 2
  return (
    <svg
      role="img"
      aria-label={`On the cake: ${lines.map(({ words }) => words).join(' ')}`}
      viewBox="0 0 240 200"
      className="proof-cake"
    >
      <path data-side d="M10 88v34c0 42 49 70 110 70s110-28 110-70V88Z" />
      <ellipse data-top cx="120" cy={TOP} rx="110" ry="80" />
      <ellipse data-rim cx="120" cy={TOP} rx="101" ry="72" />
      {lines.map(({ words, place }) => (
        <text
          key={place}
          x="120"
          y={first + place * size * 1.15}
          fontSize={size}
          textAnchor="middle"
          dominantBaseline="middle"
        >
          {words}
        </text>
      ))}
    </svg>
  )
}
