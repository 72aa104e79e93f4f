export const COUPON_TYPES = ['percentage', 'fixed'] as const
export const COUPON_TYPE_WORDS = {
  percentage: 'Percentage',
  fixed: 'Fixed Amount',
} as const satisfies Record<(typeof COUPON_TYPES)[number], string>
