import { readFileSync, writeFileSync } from 'node:fs'
import axe from 'axe-core'

interface Rule {
  id: string
  impact: 'minor' | 'moderate' | 'serious' | 'critical'
}

/** What axe complains of by these is never serious: how bad a complaint is, its rule says. They take it a third of its time. */
export const MILD_RULES: string[] = (Reflect.get(axe, '_audit').rules as Rule[])
  .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  .map(({ id }) => id)

/** Writes axe as we mended it, made small: it is handed to each page anew, which takes as long as its work there. */
export async function writeSmallAxe(file: string): Promise<void> {
  // no process that tells stories loads what makes it small
  const { transformWithEsbuild } = await import('vite')
  const { code } = await transformWithEsbuild(axe.source, 'axe.js', { minify: true, charset: 'ascii' })
  writeFileSync(file, code)
  process.env.SMALL_AXE = file
}

let small: string | undefined

/** What was written when the product was started. */
export function smallAxe(): string {
  small ??= readFileSync(process.env.SMALL_AXE ?? '', 'utf8')
  return small
}
