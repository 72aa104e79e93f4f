import { Check } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { priceWords } from '~/domain/money'
import type { OfferedItem } from '~/domain/selection'
import { Picture } from '~/ui/picture'

/** On the button that chooses a card: it is pressed wherever the card is. What else can be pressed there stands above it. */
export const WHOLE_CARD = 'after:absolute after:inset-0 after:rounded-card'

interface ItemCardProps {
  item: Pick<OfferedItem, 'name' | 'image' | 'price'> & { alt: string; description?: string }
  selected: boolean
  /** What stands in place of the price, as "Included". */
  price?: string
  /** A word about the price, as "first cake free". */
  note?: string
  /** The id of the button that chooses the card, which its name presses too; none where a field may be called the same. */
  chosenBy?: string
  /** Whether it stands in the first row, which is looked at first. */
  first?: boolean
  children: ReactNode
}

/** A browser counts clicks (`detail`), but neither those on a label nor those of a key held down: within this time they are one press. */
const ONE_PRESS_MS = 500
let lastPress: { button: HTMLButtonElement; at: number } | undefined

/** A double click chooses, and does not take back; nor does one on the name, or a key held down. */
export function onceOnly(event: MouseEvent<HTMLButtonElement>): void {
  const { currentTarget: button, timeStamp: at, detail } = event
  const uncounted = detail === 0 && lastPress?.button === button && at - lastPress.at < ONE_PRESS_MS
  lastPress = { button, at }
  if (detail > 1 || uncounted) event.preventDefault()
}

/** One thing of the catalogue: picture, name, price, what it is, and the controls that choose it. */
export function ItemCard({ item, selected, price, note, chosenBy, first, children }: ItemCardProps) {
  return (
    <li
      className={`relative flex flex-col overflow-hidden rounded-card transition duration-200 ${selected ? 'bg-plum shadow-glow' : 'bg-aubergine'}`}
    >
      <Picture
        src={item.image}
        alt={item.alt}
        sizes="(min-width: 80rem) 15rem, (min-width: 64rem) 22rem, 45vw"
        width={1000}
        height={1000}
        eager={first}
        className="aspect-[4/3] w-full"
      />
      {selected && (
        <span className="round absolute top-3 right-3 size-7 bg-gold text-night">
          <Check aria-hidden className="size-4" />
        </span>
      )}
      <div className="flex grow flex-col p-4">
        <h2 className="text-lg">
          {chosenBy ? (
            <label htmlFor={chosenBy} className="relative z-10 block">
              {item.name}
            </label>
          ) : (
            item.name
          )}
        </h2>
        <p className="figures mt-0.5 text-champagne">{price ?? priceWords(item.price)}</p>
        {note && <p className="text-xs text-muted">{note}</p>}
        {item.description && <p className="mt-1.5 text-sm text-muted">{item.description}</p>}
        <div className="mt-auto pt-3">{children}</div>
      </div>
    </li>
  )
}
