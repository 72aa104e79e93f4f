import type { FormMetadata } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { PICTURE_TYPES, pictureLink } from './picture-links'
import { PictureList } from './picture-list'
import { useLeading } from './use-leading'

const TOO_MANY = 'Maximum number of images reached.'
const TOO_LARGE = 'That file is too large.'
const CANNOT_LOAD = "Can't load the image."
const SIGNED_OUT = 'You have been signed out. Sign in again in another tab, then choose the picture once more.'
const NOT_REACHED = 'The server was not reached. Please choose the picture once more in a moment.'

export interface ImageFieldProps {
  form: Pick<
    FormMetadata<Record<string, unknown>, string[]>,
    'reorder' | 'remove' | 'validate' | 'allErrors' | 'initialValue'
  >
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
  const [underWay, setUnderWay] = useState(0)
  const busy = underWay > 0
  const url = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const held = useHeldForm(box, busy, faults.length === 0)
  const answered = initial.join('\n')
  useEffect(() => setImages(answered ? answered.split('\n') : []), [answered])

  // the newest is said: a refusal takes the place of what was wrong before, and is over once there are other pictures
  const answer = useActionData()
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (answer === undefined) return
    setFaults([])
    setChanged(false)
  }, [answer])
  const arrange: typeof setImages = (next) => {
    setChanged(true)
    setImages(next)
  }
  const add = (src: string) => arrange((now) => (max === 1 ? [src] : [...now, src]))

  async function takeFiles(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    const found: string[] = []
    const room = max === 1 ? 1 : max - images.length
    if (files.length > room) found.push(TOO_MANY)
    if (!busy) setFaults([])
    setUnderWay((before) => before + 1)
    for (const file of files.slice(0, room)) {
      const fault = PICTURE_TYPES.includes(file.type)
        ? await send(file, uploadTo, add)
        : `Invalid file type: ${file.name}`
      if (fault && !found.includes(fault)) found.push(fault)
    }
    setUnderWay((before) => before - 1)
    setFaults((before) => [...before, ...found])
  }

  function takeUrl() {
    const src = url.current?.value.trim()
    if (!src) return
    if (max > 1 && images.length >= max) return setFaults([TOO_MANY])
    const read = pictureLink(src, limits.link, window.location.origin)
    if ('fault' in read) return setFaults([read.fault])
    if (url.current) url.current.value = ''
    setFaults([])
    add(read.src)
  }

  const refused = changed ? [] : (field.errors ?? [])
  const shown = faults.length ? faults : refused
  // where another field is at fault too, the form leads there
  const alone = Object.keys(form.allErrors).every((name) => name.startsWith('images'))
  useLeading(refused.length > 0 && alone && answer, () => box.current?.querySelector('input[type=file]'))
  return (
    <fieldset ref={box} aria-describedby={shown.length ? field.errorId : undefined} className="min-w-0">
      <legend className="mb-2 text-sm font-medium">
        {label}
        {max > 1 && <span className="text-muted"> (up to {max}; the first one leads)</span>}
      </legend>
      {/* Enter in any field of the form presses its first button that is drawn: without this one it would delete the first picture */}
      <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden>
        Save
      </button>
      {/* where a link from the list of errors arrives */}
      <span id={field.id} tabIndex={-1} />
      {images.length > 0 && (
        <PictureList
          {...{ form, label, images }}
          sortable={max > 1}
          arrange={arrange}
          broken={() => setFaults([CANNOT_LOAD])}
        />
      )}
      <PictureSources
        {...{ form, max, limits, takeFiles, url, takeUrl }}
        faultId={shown.length ? field.errorId : undefined}
        replaces={images.length > 0 && max === 1}
      />
      {busy && (
        <p role="status" className="mt-2 text-sm text-muted">
          Uploading…{held && ' It is saved as soon as that is done.'}
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

/**
 * Holds what is sent of the form of `box` while a picture is on its way, and sends it when that has come; not when it could not.
 * Answers whether something is held.
 */
function useHeldForm(box: RefObject<HTMLFieldSetElement>, busy: boolean, fine: boolean): boolean {
  const [pressed, setPressed] = useState<{ by: HTMLElement | null }>()
  useEffect(() => {
    const form = box.current?.form
    if (!form || !busy) return
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      setPressed({ by: event.submitter })
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [box, busy])
  useEffect(() => {
    if (busy || !pressed) return
    setPressed(undefined)
    if (fine) box.current?.form?.requestSubmit(pressed.by)
  }, [box, busy, fine, pressed])
  return pressed !== undefined
}

interface PictureSourcesProps extends Pick<ImageFieldProps, 'form' | 'max' | 'limits'> {
  replaces: boolean
  /** Where it is said what is wrong. */
  faultId: string | undefined
  takeFiles: (event: ChangeEvent<HTMLInputElement>) => void
  url: RefObject<HTMLInputElement>
  takeUrl: () => void
}

/** Where one more picture comes from: a file, or a web address. */
function PictureSources({ form, max, limits, replaces, faultId, takeFiles, url, takeUrl }: PictureSourcesProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <label className="block text-xs text-muted">
        {replaces ? 'Replace by a file' : 'Add a file'} (JPEG, PNG, WebP or GIF, at most {limits.megabytes} MB)
        <input
          type="file"
          name="imageFile"
          accept={PICTURE_TYPES.join(',')}
          multiple={max > 1}
          aria-invalid={faultId ? true : undefined}
          aria-describedby={faultId}
          onChange={takeFiles}
          className="control mt-1 file:mr-3 file:rounded-full file:border-0 file:bg-white/10 file:px-3 file:py-0 file:leading-6 file:text-ink"
        />
      </label>
      <div className="flex items-end gap-2">
        <label className="grow text-xs text-muted">
          Or the web address of a picture
          <input ref={url} type="url" name="imageUrl" defaultValue={refusedUrl(form)} className="control mt-1" />
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
  )
}

/** The address that was refused without scripts; with them it never left its field. */
const refusedUrl = ({ initialValue }: Pick<ImageFieldProps['form'], 'initialValue'>) =>
  typeof initialValue?.imageUrl === 'string' ? initialValue.imageUrl : undefined

/** Sends one file; answers what went wrong, which is not always the picture. */
async function send(file: File, uploadTo: string, add: (src: string) => void): Promise<string | undefined> {
  const body = new FormData()
  body.append('imageFile', file)
  try {
    const response = await fetch(uploadTo, { method: 'POST', body, redirect: 'manual' })
    if (response.type === 'opaqueredirect') return SIGNED_OUT
    if (response.status === 413) return TOO_LARGE
    if (response.status >= 500) return NOT_REACHED
    // a refusal in the server's own words, as of whoever may not send pictures any more
    if (response.headers.get('Content-Type')?.startsWith('text/plain')) return await response.text()
    const answer: unknown = await response.json()
    const { src, fault } = answer as { src?: string | null; fault?: string | null }
    if (src) add(src)
    return src ? undefined : (fault ?? CANNOT_LOAD)
  } catch {
    return NOT_REACHED
  }
}

const picturesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((src): src is string => typeof src === 'string' && src !== '')
