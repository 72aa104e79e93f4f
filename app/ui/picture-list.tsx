import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { type DragEvent, type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ImageFieldProps } from './image-field'
import { onceByKey } from './once-by-key'
import { Picture } from './picture'
import { ListButton } from './row-button'

interface PictureListProps extends Pick<ImageFieldProps, 'form' | 'label'> {
  images: readonly string[]
  sortable: boolean
  arrange: (images: string[]) => void
  /** One of them cannot be loaded. */
  broken: () => void
}

/** Pictures in an order of one's own: dragged, or moved with buttons, which without scripts send the form. */
export function PictureList({ form, label, images, sortable, arrange, broken }: PictureListProps) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const move = (from: number, to: number) => {
    const next = [...images]
    const [one] = next.splice(from, 1)
    if (one === undefined || to < 0 || to > next.length) return
    next.splice(to, 0, one)
    arrange(next)
  }
  return (
    <ol onKeyDown={onceByKey} className="mb-4 flex flex-wrap gap-3">
      {images.map((src, index) => (
        <li
          key={src}
          draggable={sortable}
          onDragStart={() => setDragged(index)}
          onDragEnter={() => setOver(index)}
          onDragOver={(event: DragEvent) => event.preventDefault()}
          onDragEnd={() => {
            setDragged(undefined)
            setOver(undefined)
          }}
          onDrop={(event: DragEvent) => {
            event.preventDefault()
            if (dragged !== undefined) move(dragged, index)
          }}
          className={`w-44 overflow-hidden rounded-xl border bg-well transition ${sortable ? 'cursor-grab' : ''} ${dragged === index ? 'opacity-40' : ''} ${dragged !== undefined && dragged !== index && over === index ? 'border-gold shadow-glow' : 'border-hairline'}`}
        >
          <input type="hidden" name={`images[${index}]`} value={src} />
          <span onErrorCapture={broken}>
            <Picture src={src} alt={`${label} ${index + 1}`} sizes="11rem" className="aspect-[3/2] w-full" />
          </span>
          <span className="flex justify-between p-1">
            {sortable && (
              <>
                <ListButton
                  {...form.reorder.getButtonProps({ name: 'images', from: index, to: Math.max(0, index - 1) })}
                  label={`Move image ${index + 1} forward`}
                  disabled={index === 0}
                  onClick={withoutSending(index - 1, () => move(index, index - 1))}
                >
                  <ArrowLeft aria-hidden className="size-4" />
                </ListButton>
                <ListButton
                  {...form.reorder.getButtonProps({ name: 'images', from: index, to: index + 1 })}
                  label={`Move image ${index + 1} back`}
                  disabled={index === images.length - 1}
                  onClick={withoutSending(index + 1, () => move(index, index + 1))}
                >
                  <ArrowRight aria-hidden className="size-4" />
                </ListButton>
              </>
            )}
            <ListButton
              {...form.remove.getButtonProps({ name: 'images', index })}
              label={`Delete image ${index + 1}`}
              onClick={withoutSending(index, () => arrange(images.filter((_, at) => at !== index)))}
            >
              <Trash2 aria-hidden className="size-4 text-wrong" />
            </ListButton>
          </span>
        </li>
      ))}
    </ol>
  )
}

/**
 * What a button does where scripts run: nothing is sent. Who pressed it by key stands then on the same one of the picture at `place`,
 * or on what can be pressed there; with the last picture gone, where one more comes from.
 */
const withoutSending = (place: number, act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
  event.preventDefault()
  const { currentTarget: button } = event
  const [box, buttons] = [button.closest('fieldset'), button.parentElement]
  const stood = document.activeElement === button
  const which = buttons ? [...buttons.children].indexOf(button) : -1
  flushSync(act)
  if (!stood) return
  const rows = box?.querySelectorAll('ol > li') ?? []
  const there = [...(rows[Math.min(place, rows.length - 1)]?.querySelectorAll('button') ?? [])]
  const goesOn = [there[which], ...there].find((one) => one && !one.disabled)
  const next = goesOn ?? box?.querySelector<HTMLElement>('input[type="file"]')
  next?.focus()
}
