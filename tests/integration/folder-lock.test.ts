import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from '~/db/folder-lock.server'

describe('the claim of the folder of an embedded database', () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
  let place: string
  let folder: string
  let file: string
  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), 'lumiere-claim-'))
    folder = path.join(place, 'database')
    file = `${folder}.lock`
  })
  afterAll(() => other.kill())
  afterEach(() => rmSync(place, { recursive: true }))

  const own = () => {
    const unlock = lockFolder(folder)
    const claim = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    unlock()
    return claim
  }
  const claimed = (claim: object | string, silentSeconds = 0) => {
    writeFileSync(file, typeof claim === 'string' ? claim : JSON.stringify(claim))
    const beat = Date.now() / 1000 - silentSeconds
    utimesSync(file, beat, beat)
  }
  const bornOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]

  test('is taken, and given up', () => {
    const unlock = lockFolder(folder)
    expect(existsSync(file)).toBe(true)
    unlock()
    expect(existsSync(file)).toBe(false)
  })

  test('of a program that lives here stays, though it stood still for an hour', () => {
    const pid = other.pid ?? 0
    claimed({ ...own(), pid, born: bornOf(pid) }, 3600)
    expect(() => lockFolder(folder)).toThrow(new FolderInUse(`${folder} is in use by process ${pid} on ${hostname()}`))
  })

  test('of a program whose number another one has by now counts for nothing', () => {
    claimed({ ...own(), pid: other.pid, born: '1' })
    lockFolder(folder)()
  })

  test('of a program that is gone counts for nothing', () => {
    claimed({ ...own(), pid: 2 ** 22 + 1 })
    lockFolder(folder)()
  })

  test('of another machine counts while it is heard of', () => {
    claimed({ pid: 7, host: 'elsewhere' }, 10)
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    claimed({ pid: 7, host: 'elsewhere' }, 20)
    lockFolder(folder)()
  })

  test('that is being written is somebody’s, and one that never was is nobody’s', () => {
    claimed('{"pid":')
    expect(() => lockFolder(folder)).toThrow(/in use by a program that starts/)
    claimed('', 20)
    lockFolder(folder)()
  })
})
