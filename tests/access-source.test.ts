import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What the portal does without, so that a criterion of WCAG 2.2 has nothing to ask (docs/ACCESSIBILITY.md). */

const sources = ['web/portal', 'web/base', 'web/ui', 'web/form', 'web/account', 'web/declaration']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => /\.(tsx?|css)$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => [path, readFileSync(path, 'utf8')] as const)

const holding = (form: RegExp) => sources.filter(([, text]) => form.test(text)).map(([path]) => path)

describe('nowhere in the portal', () => {
  test.each([
    ['sound or film, which would need words beside it', /<(audio|video|iframe[^>]*autoplay)\b|new Audio\(|autoPlay/],
    ['a key of one letter that does something', /accessKey|key === '[a-z0-9]'/],
    [
      'an act at the press of a pointer, before it is let go',
      /onPointerDown|onMouseDown|onTouchStart|'pointerdown'|'mousedown'/,
    ],
    ['a gesture along a path, or of several fingers', /onTouchMove|'touchmove'|ongesture|draggable|onDrag/],
    ['an act by moving the device', /devicemotion|deviceorientation/],
    ['a held orientation, or a bound on zooming', /orientation\.lock|user-scalable|maximum-scale/],
    ['an order of the focus other than that of the page', /tabIndex=\{?"?[1-9]/],
    ['a page that leaves by itself after a time', /http-equiv="refresh"|setTimeout\([^)]*location/],
  ])('%s', (_what, form) => {
    expect(holding(form)).toEqual([])
  })
})

test('the page itself bounds no zoom and names its language', () => {
  const shell = readFileSync('web/index.html', 'utf8')
  expect(shell).toContain('<html lang="zh-CN">')
  expect(shell).toContain('content="width=device-width, initial-scale=1"')
})
