import type { FormMetadata } from '@conform-to/react'
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { controlClass } from './control-class'
import { Picture } from './picture'
import { PICTURE_TYPES, pictureLinkFault } from './picture-links'
import type { FormPress } from './row-button'

const TOO_MANY = 'Maximum number of images reached.'
const TOO_LARGE = 'That file is too large.'
const CANNOT_LOAD = "Can't load the image."

interface ImageFieldProps {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'reorder' | 'remove' | 'validate'>
  field: { id: string; errorId: string; errors?: string[]; initialValue?: unknown }
  label: string
  max: number
  /** Where a script sends one file; answers `{ src }` or `{ fault }`. */
  uploadTo: string
  /** Most of a file, and most characters of a picture's web address. */
  limits: { megabytes: number; link: number }
}

/**
 * Pictures by file or by web address, in an order of one's own: dragged, or moved with buttons. Without scripts the same
 * buttons send the form, and files travel with it.
 */
export function ImageField({ form, field, label, max, uploadTo, limits }: ImageFieldProps) {
  const initial = picturesOf(field.initialValue)
  const [images, setImages] = useState(initial)
  const [faults, setFaults] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const url = useRef<HTMLInputElement>(null)
  const answered = initial.join('\n')
  useEffect(() => setImages(answered ? answered.split('\n') : []), [answered])

  const move = (from: number, to: number) => {
    const next = [...images]
    const [one] = next.splice(from, 1)
    if (one === undefined || to < 0 || to > next.length) return
    next.splice(to, 0, one)
    setImages(next)
  }
  const add = (src: string) => setImages((now) => (max === 1 ? [src] : [...now, src]))

  async function takeFiles(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    const found: string[] = []
    const room = max === 1 ? 1 : max - images.length
    if (files.length > room) found.push(TOO_MANY)
    setBusy(true)
    for (const file of files.slice(0, room)) {
      const fault = PICTURE_TYPES.includes(file.type)
        ? await send(file, uploadTo, add)
        : `Invalid file type: ${file.name}`
      if (fault) found.push(fault)
    }
    setBusy(false)
    setFaults(found)
  }

  function takeUrl() {
    const src = url.current?.value.trim()
    if (!src) return
    if (max > 1 && images.length >= max) return setFaults([TOO_MANY])
    const fault = pictureLinkFault(src, limits.link)
    if (fault) return setFaults([fault])
    if (url.current) url.current.value = ''
    setFaults([])
    add(src)
  }

  const shown = faults.length ? faults : (field.errors ?? [])
  return (
    <fieldset aria-describedby={shown.length ? field.errorId : undefined} className="min-w-0">
      <legend className="mb-2 text-sm font-medium">
        {label}
        {max > 1 && <span className="text-muted"> (up to {max}; the first one leads)</span>}
      </legend>
      {/* where a link from the list of errors arrives */}
      <span id={field.id} tabIndex={-1} />
      {images.length > 0 && (
        <ol className="mb-4 flex flex-wrap gap-3">
          {images.map((src, index) => (
            <li
              key={src}
              draggable={max > 1}
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
              className={`w-44 overflow-hidden rounded-xl border bg-well transition ${max > 1 ? 'cursor-grab' : ''} ${dragged === index ? 'opacity-40' : ''} ${dragged !== undefined && dragged !== index && over === index ? 'border-gold shadow-glow' : 'border-hairline'}`}
            >
              <input type="hidden" name={`images[${index}]`} value={src} />
              <span onErrorCapture={() => setFaults([CANNOT_LOAD])}>
                <Picture src={src} alt={`${label} ${index + 1}`} sizes="11rem" className="aspect-[3/2] w-full" />
              </span>
              <span className="flex justify-between p-1">
                {max > 1 && (
                  <>
                    <IconButton
                      {...form.reorder.getButtonProps({ name: 'images', from: index, to: Math.max(0, index - 1) })}
                      label={`Move image ${index + 1} forward`}
                      disabled={index === 0}
                      act={() => move(index, index - 1)}
                    >
                      <ArrowLeft aria-hidden className="size-4" />
                    </IconButton>
                    <IconButton
                      {...form.reorder.getButtonProps({ name: 'images', from: index, to: index + 1 })}
                      label={`Move image ${index + 1} back`}
                      disabled={index === images.length - 1}
                      act={() => move(index, index + 1)}
                    >
                      <ArrowRight aria-hidden className="size-4" />
                    </IconButton>
                  </>
                )}
                <IconButton
                  {...form.remove.getButtonProps({ name: 'images', index })}
                  label={`Delete image ${index + 1}`}
                  act={() => setImages(images.filter((_, at) => at !== index))}
                >
                  <Trash2 aria-hidden className="size-4 text-wrong" />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <label className="block text-xs text-muted">
          {images.length && max === 1 ? 'Replace by a file' : 'Add a file'} (JPEG, PNG, WebP or GIF, at most{' '}
          {limits.megabytes} MB)
          <input
            type="file"
            name="imageFile"
            accept={PICTURE_TYPES.join(',')}
            multiple={max > 1}
            onChange={takeFiles}
            className={`${controlClass} mt-1 file:mr-3 file:rounded-full file:border-0 file:bg-white/10 file:px-3 file:py-0 file:leading-6 file:text-ink`}
          />
        </label>
        <div className="flex items-end gap-2">
          <label className="grow text-xs text-muted">
            Or the web address of a picture
            <input ref={url} type="url" name="imageUrl" maxLength={limits.link} className={`${controlClass} mt-1`} />
          </label>
          <Button
            {...form.validate.getButtonProps({ name: 'images' })}
            className="px-4"
            onClick={(event) => {
              event.preventDefault()
              takeUrl()
            }}
          >
            <ImagePlus aria-hidden className="size-4" />
            Add
          </Button>
        </div>
      </div>
      {busy && (
        <p role="status" className="mt-2 text-sm text-muted">
          Uploading…
        </p>
      )}
      {shown.length > 0 && (
        <p id={field.errorId} role="alert" className="mt-2 text-sm text-wrong">
          {shown.join(' ')}
        </p>
      )}
    </fieldset>
  )
}

async function send(file: File, uploadTo: string, add: (src: string) => void): Promise<string | undefined> {
  const body = new FormData()
  body.append('imageFile', file)
  try {
    const response = await fetch(uploadTo, { method: 'POST', body })
    if (response.status === 413) return TOO_LARGE
    const answer: unknown = await response.json()
    const { src, fault } = answer as { src?: string | null; fault?: string | null }
    if (src) add(src)
    return src ? undefined : (fault ?? CANNOT_LOAD)
  } catch {
    return CANNOT_LOAD
  }
}

const picturesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((src): src is string => typeof src === 'string' && src !== '')

interface IconButtonProps extends FormPress {
  label: string
  disabled?: boolean
  act: () => void
  children: ReactNode
}

function IconButton({ label, act, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.preventDefault()
        act()
      }}
      className="grid size-11 place-items-center rounded-lg hover:bg-white/10 disabled:opacity-30"
    >
      {children}
    </button>
  )
}
