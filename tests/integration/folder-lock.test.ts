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

  const own = async () => {
    const unlock = await lockFolder(folder)
    const claim = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    unlock()
    return claim
  }
  /** Can be claimed, and is given up at once. */
  const free = async () => (await lockFolder(folder))()
  const claimed = (claim: object | string, silentSeconds = 0) => {
    writeFileSync(file, typeof claim === 'string' ? claim : JSON.stringify(claim))
    const beat = Date.now() / 1000 - silentSeconds
    utimesSync(file, beat, beat)
  }
  const bornOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]

  test('is taken, and given up', async () => {
    const unlock = await lockFolder(folder)
    expect(existsSync(file)).toBe(true)
    unlock()
    expect(existsSync(file)).toBe(false)
  })

  test('of a program that lives here stays, though it stood still for an hour', async () => {
    const pid = other.pid ?? 0
    claimed({ ...(await own()), pid, born: bornOf(pid) }, 3600)
    await expect(lockFolder(folder)).rejects.toThrow(
      new FolderInUse(`${folder} is in use by process ${pid} on ${hostname()}`),
    )
  })

  test('of a program whose number another one has by now counts for nothing', async () => {
    claimed({ ...(await own()), pid: other.pid, born: '1' })
    await free()
    claimed({ ...(await own()), born: '1' })
    await free()
  })

  test('of a program that is gone counts for nothing', async () => {
    claimed({ ...(await own()), pid: 2 ** 22 + 1 })
    await free()
  })

  const ELSEWHERE = { pid: 7, host: 'elsewhere' }
  /** Of a container that has this host's name and counts its own processes: every server there is its first one. */
  const container = async () => ({ ...(await own()), among: 'pid:[1]', born: '1' })

  test('of another machine or container counts while it is heard of', async () => {
    for (const claim of [ELSEWHERE, await container()]) {
      // its clock may be ahead of ours
      for (const silent of [14, -3_600]) {
        claimed(claim, silent)
        const claiming = lockFolder(folder)
        const now = new Date()
        utimesSync(file, now, now)
        await expect(claiming).rejects.toThrow(FolderInUse)
      }
    }
  })

  test('of another machine or container counts for nothing when it stays silent, or is given up', async () => {
    for (const claim of [ELSEWHERE, await container()]) {
      for (const silent of [14.5, 20]) {
        claimed(claim, silent)
        await free()
      }
    }
    claimed(ELSEWHERE)
    const claiming = lockFolder(folder)
    rmSync(file)
    ;(await claiming)()
  })

  test('that is being written is somebody’s, and one that never was is nobody’s', async () => {
    claimed('{"pid":', 1)
    const claiming = lockFolder(folder)
    claimed(ELSEWHERE)
    await expect(claiming).rejects.toThrow(/in use by a program that starts/)
    claimed('', 20)
    await free()
  })
})
