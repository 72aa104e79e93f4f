/** What strangers send to break things; each was seen to, or is a relative of what was. */
export interface HostileBody {
  name: string
  type?: string
  body: string | Buffer
}

const KILOBYTE = 1024
const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data; boundary=x'
export const JSON_TYPE = 'application/json'

const form = (name: string, body: string): HostileBody => ({ name, type: FORM, body })
const json = (name: string, body: string): HostileBody => ({ name, type: JSON_TYPE, body })
const parts = (name: string, body: string | Buffer, type = PARTS): HostileBody => ({ name, type, body })
const part = (disposition: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const end = '--x--\r\n'
const field = (name: string, content: string) => part(`name="${name}"`, content)
const file = (index: number, content = 'GIF89a') => part(`name="imageFile"; filename="${index}.gif"`, content)

/** Every name that a form of ours gives a list, so that what is sent for it is known. */
const LISTS = ['images', 'slots', 'packages', 'specifications', 'addonIds', 'items']
const everyList = (rest: string) => LISTS.map((name) => `${name}${rest}`).join('&')
const intent = (asked: unknown) => `__intent__=${encodeURIComponent(JSON.stringify(asked))}`

export const HOSTILE_BODIES: readonly HostileBody[] = [
  form('a row far away', 'x[60000000]=1'),
  form('a row somewhat far away', 'x[1000000]=1'),
  form('rows far away in every list', everyList('[60000000]=1')),
  form('rows of rows far away', everyList('[9999].customPrices[9999].date=1')),
  form('30,000 times the same name', 'a=1&'.repeat(30_000)),
  form('999 times the same name', 'intent=1&name=1&'.repeat(499)),
  form('30,000 names', Array.from({ length: 20_000 }, (_, index) => `a${index}=`).join('&')),
  form('a deep name', `a${'[0]'.repeat(5_000)}=1`),
  form('a deep name of words', `a${'.b'.repeat(5_000)}=1`),
  form('a name of brackets', `${'['.repeat(10_000)}=1`),
  form('a name of dots', `${'.'.repeat(10_000)}=1`),
  form('names of objects', '__proto__[x]=1&constructor.prototype.x=1&__proto__.toString=1&toString=1&valueOf=1'),
  form('an intent that is none', '__intent__=abc'),
  form('an intent of nothing', '__intent__=null&__intent__={}'),
  form('an intent to insert far away', intent({ type: 'insert', payload: { name: 'slots', index: 4e9 } })),
  form('an intent to insert into a text', `name=x&${intent({ type: 'insert', payload: { name: 'name' } })}`),
  form(
    'an intent to move far away',
    `slots[0].from=1&${intent({ type: 'reorder', payload: { name: 'slots', from: 0, to: 1e9 } })}`,
  ),
  form('an intent with a far name', intent({ type: 'update', payload: { name: 'x[60000000]', value: 'y' } })),
  form('an intent to reset', intent({ type: 'reset', payload: {} })),
  form('a state that is none', '__state__=abc'),
  form('a deep state', `__state__=${'['.repeat(20_000)}`),
  form(
    'a long text',
    `name=${'x'.repeat(19 * KILOBYTE)}&message=${'<'.repeat(19 * KILOBYTE)}&email=${'"'.repeat(10 * KILOBYTE)}`,
  ),
  form('a longer text', `message=${'x'.repeat(200 * KILOBYTE)}`),
  form('more than 256 KB', `message=${'x'.repeat(300 * KILOBYTE)}`),
  form('NUL', 'name=%00&email=%00%00&id=%00&intent=%00'),
  form('broken percent signs', 'name=%E0%A4%A&email=%&%=%&=%ff'),
  form('only separators', '&=&=&;;&'.repeat(2_000)),
  form('spaces', `name=${'+'.repeat(15_000)}x&email=${'%09'.repeat(5_000)}`),
  form('numbers that are none', 'page=1e999&people=NaN&count=-1&version=9e99&price=0x10&amount=Infinity&refund=-0'),
  form('one letter over and over', `email=${'a'.repeat(9_000)}@${'a.'.repeat(5_000)}&number=${'9'.repeat(19_000)}`),
  form('nothing', ''),
  { name: 'no type', body: 'name=x' },
  { name: 'nothing at all', body: '' },
  { name: 'plain text', type: 'text/plain', body: 'name=x' },
  { name: 'XML', type: 'application/xml', body: '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>' },
  { name: 'a type that is none', type: 'a/b/c;;;=', body: 'x' },
  { name: 'bytes', type: FORM, body: Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256)) },
  json('an object', '{"name":"x"}'),
  json('broken', '{"name":'),
  json('a list', '[]'),
  json('nothing', 'null'),
  json('deep', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
  json('deep objects', '{"a":'.repeat(20_000)),
  json(
    'half a character',
    '{"name":"\\ud800","email":"\\udc00\\ud800","customer":{"name":"\\ud83d"},"\\ud800":1,"token":"\\ud800"}',
  ),
  json('NUL', '{"name":"\\u0000","email":"a\\u0000","id":"\\u0000","token":"\\u0000","orderId":"\\u0000"}'),
  json(
    'wrong kinds',
    '{"name":{"toString":1},"email":[],"date":9e99,"slot":"x","screen":{"_id":{}},"version":-1,"customer":1}',
  ),
  json('names of objects', '{"__proto__":{"x":1},"constructor":{"prototype":{}},"toString":1}'),
  json('huge numbers', `{"totalPrice":1e308,"advance":-1e308,"numberOfPeople":${'9'.repeat(400)},"price":1e-320}`),
  json(
    'a long list',
    `{"addons":[${'{"name":"x"},'.repeat(10_000)}{}],"specifications":[${'"x",'.repeat(10_000)}"x"]}`,
  ),
  json('a long text', `{"name":"${'x'.repeat(200 * KILOBYTE)}"}`),
  json('too much', `{"name":"${'x'.repeat(300 * KILOBYTE)}"}`),
  parts('parts without an end', field('name', 'x')),
  parts('no parts', end),
  parts('not a part', 'abc'),
  parts('no boundary', field('name', 'x') + end, 'multipart/form-data'),
  parts('an empty boundary', field('name', 'x') + end, 'multipart/form-data; boundary='),
  parts('an endless header', `--x\r\n${'a'.repeat(50 * KILOBYTE)}`),
  parts('a part without a name', `--x\r\n\r\nabc\r\n${end}`),
  parts('a far row in parts', field('images[60000000]', 'x') + field('x[60000000]', 'x') + end),
  parts('an endless field', field('message', 'x'.repeat(200 * KILOBYTE)) + end),
  parts('5,000 parts', field('a', '').repeat(4_000) + end),
  parts('12 pictures', Array.from({ length: 12 }, (_, index) => file(index)).join('') + end),
  parts('a picture that is none', file(1, 'x'.repeat(100 * KILOBYTE)) + end),
  parts(
    'a file where a text belongs',
    part('name="name"; filename="a.txt"', 'x') + part('name="email"; filename=""', '') + end,
  ),
]

/** A text of so many bytes in a form of parts. */
export const largeParts = (bytes: number): HostileBody =>
  parts(
    'an enormous field',
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="message"\r\n\r\n'),
      Buffer.alloc(bytes, 'x'),
      Buffer.from(`\r\n${end}`),
    ]),
  )
