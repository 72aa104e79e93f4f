import { startPostgres } from '/work/main/scripts/throw-away-postgres.mjs'
import { startOneServer } from '/work/main/tests/support/one-server'
import { walkToSlots } from '/work/main/tests/support/family'
import { load } from '/work/main/bench/load'
const pg = await startPostgres({ settings: ['max_connections=100'] })
const server = await startOneServer('smtp://127.0.0.1:9', { DATABASE_URL: pg!.url, LOG_LEVEL: 'warn', SESSION_SECRET: 'the secret of the bench is long enough', ...(process.env.PROF ? {NODE_OPTIONS: '--require /tmp/prof-hook.cjs'} : {}) })
const { walker } = await walkToSlots(server.url, 60)
const which = process.env.PAGE ?? 'home'
const url = which === 'home' ? server.url + '/' : which === 'slots' ? server.url + '/booking/slots' : server.url + which
const headers = which === 'slots' ? walker.headers() : {}
await load(url, { seconds: 3, headers })
const pid = process.env.PROF ? +(await import('node:fs')).readFileSync('/tmp/prof.pid','utf8') : 0; if(pid) process.kill(pid,'SIGUSR2'); console.log(which, await load(url, { seconds: 8, headers })); if(pid) process.kill(pid,'SIGUSR2')
const t = performance.now(); for (let i=0;i<20;i++) await (await fetch(url,{headers})).text(); console.log('sequential ms', (performance.now()-t)/20)
const html = await (await fetch(url,{headers})).text(); console.log('bytes', html.length)
await server.close(); pg!.stop()
