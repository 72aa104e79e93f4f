import { LONGEST } from '~/domain/text-limits'
import type { AppContext } from '~/platform/context.server'
import { pictureLink, storedLink } from '~/ui/picture-links'
import { lostPictures, PICTURE_LOST, storeImage } from './uploads.server'

export interface ImageForm {
  /** The form without its files; the pictures stand in it as `images[0]`, `images[1]`, … in their order. */
  form: FormData
  /** What was wrong with a picture; belongs to the field `images`. */
  imageFaults: string[]
  /** An address that was refused, to be put right where it was typed. */
  imageUrl?: string
}

/**
 * Reads a form with pictures: those it keeps (`images[n]`), a new file (`imageFile`) and an address (`imageUrl`). New
 * ones are stored at once, so that they survive an error elsewhere in the form; where only one is allowed, it replaces.
 */
export async function readImageForm(
  context: AppContext,
  request: Request,
  staffId: string,
  { max }: { max: number },
): Promise<ImageForm> {
  const own = new URL(context.business.appUrl).origin
  const sent = await request.formData()
  const kept = [...sent.entries()]
    .filter(([name, value]) => /^images\[\d+\]$/.test(name) && typeof value === 'string' && value)
    .map(([, value]) => storedLink(String(value), own))
  const faults: string[] = []
  const added: string[] = []
  for (const file of sent.getAll('imageFile')) {
    if (typeof file === 'string' || !file.size) continue
    const stored = await storeImage(context, file, staffId)
    if (stored.ok) added.push(stored.src)
    else faults.push(stored.reason === 'type' ? `Invalid file type: ${file.name}` : stored.message)
  }
  const url = String(sent.get('imageUrl') ?? '').trim()
  const read = url ? pictureLink(url, LONGEST.link, own) : undefined
  if (read && 'src' in read) added.push(read.src)
  else if (read) faults.push(read.fault)
  const wanted = max === 1 && added.length ? added : [...kept, ...added]
  const lost = await lostPictures(context, wanted)
  if (lost.size) faults.push(PICTURE_LOST)
  const images = wanted.filter((src) => !lost.has(src))
  if (images.length > max) faults.push('Maximum number of images reached.')
  const form = new FormData()
  for (const [name, value] of sent) {
    if (typeof value === 'string' && !/^image(s\[\d+\]|Url|File)$/.test(name)) form.append(name, value)
  }
  images.slice(0, max).forEach((src, index) => {
    form.append(`images[${index}]`, src)
  })
  return { form, imageFaults: faults, ...(read && 'fault' in read && { imageUrl: url }) }
}

/** One picture sent by a script while a form is filled in. */
export async function readSingleImage(context: AppContext, request: Request, staffId: string) {
  const { form, imageFaults } = await readImageForm(context, request, staffId, { max: 1 })
  const src = form.get('images[0]')
  return typeof src === 'string'
    ? { src, fault: null }
    : { src: null, fault: imageFaults[0] ?? "Can't load the image." }
}
