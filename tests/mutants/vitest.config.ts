import tsconfigPaths from 'vite-tsconfig-paths'
import { defineConfig } from 'vitest/config'

/** What judges mutants of features, on the embedded database; rules are judged by all of their own tests. */
const FEATURES = [
  'booking-lists',
  'booking-mail',
  'cancel-booking',
  'checkout',
  'concurrent-edits',
  'customer-changes',
  'edit-booking',
  'place-booking',
  'refunds',
  'retention',
  'settle-payment',
  'staff-booking',
  'technical-failure',
  'webhooks',
]

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: [
      'tests/domain/**/*.test.ts',
      ...(process.env.MUTANTS === 'features' ? FEATURES.map((name) => `tests/integration/${name}.test.ts`) : []),
    ],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
