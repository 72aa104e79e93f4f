import type { TestProject } from 'vitest/node'
import startProduct from '../support/start-product'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built product. */
    product: string
  }
}

/** Starts the built product once for all browsers. */
export default async function start({ provide }: TestProject) {
  const stop = await startProduct()
  provide('product', process.env.PRODUCT_URL ?? '')
  return stop
}
