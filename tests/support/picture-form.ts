import sharp from 'sharp'

/** A small photograph of a room, as a program sends one. */
export async function roomPicture(): Promise<File> {
  const room = sharp({ create: { width: 20, height: 20, channels: 3, background: '#a03' } })
  return new File([new Uint8Array(await room.png().toBuffer())], 'room.png', { type: 'image/png' })
}

/** A form in parts; a list is sent as several of one name. */
export function partsForm(fields: Record<string, string | File | (string | File)[]>): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  return form
}
