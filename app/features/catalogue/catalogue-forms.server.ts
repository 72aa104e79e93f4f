import { z } from 'zod'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import { type Paise, parseRupees } from '~/domain/money'
import { LONGEST } from '~/domain/text-limits'
import {
  checkbox,
  imagesField,
  onOff,
  optionalLines,
  positionField,
  requiredText,
  rupeesFault,
  rupeesField,
  versionField,
} from '~/platform/form-fields.server'

const item = z.object({
  name: requiredText('Name', LONGEST.title),
  description: optionalLines('Description', LONGEST.description),
  price: rupeesField('Price'),
  position: positionField,
  images: imagesField(1, 1),
  /** The form has no switch; the list and the JSON API do. Without one it stays as it is, and a new item is active. */
  status: onOff('Status').optional(),
  version: versionField,
})

const plain = item.transform((values) => ({ ...values, special: false, specialPrice: null as Paise | null }))

/** The special price is required when Special Cake is ticked, and dropped otherwise (rule V12). */
const cake = item
  .extend({ special: checkbox, specialPrice: z.string().optional() })
  .transform(({ specialPrice: typed, ...values }, check) => {
    const specialPrice = values.special ? parseRupees(typed ?? '') : null
    if (specialPrice === undefined) {
      check.addIssue({ code: 'custom', path: ['specialPrice'], message: rupeesFault('Special price', typed ?? '') })
      return z.NEVER
    }
    return { ...values, specialPrice }
  })

export type CatalogueValues = z.output<typeof plain>

/** The form of one kind: occasions, add-ons and gifts alike, cakes with their special price. */
export const catalogueForm = (kind: CatalogueKind): z.ZodType<CatalogueValues> => (kind === 'cake' ? cake : plain)
