import { LONGEST } from '~/domain/text-limits'

/** What a picture may be at most that is uploaded, or named by its web address. */
export const PICTURE_LIMITS = { megabytes: 8, link: LONGEST.link } as const
