import { z } from 'zod'
import { LONGEST } from '~/domain/text-limits'
import {
  imagesField,
  onOff,
  positionField,
  requiredLines,
  requiredText,
  versionField,
  webLink,
} from '~/platform/form-fields.server'

/** All fields are required; the link is a web address and the position 0 or more (rule V13). */
export const bannerForm = z.object({
  title: requiredText('Title', LONGEST.title),
  description: requiredLines('Description', LONGEST.banner),
  link: webLink('Link'),
  position: positionField,
  status: onOff('Status'),
  images: imagesField(1, 1),
  version: versionField,
})
export type BannerValues = z.output<typeof bannerForm>
