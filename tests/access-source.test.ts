import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Techniques the portal does not use, so that some criteria of WCAG 2.2 do not apply (docs/ACCESSIBILITY.md). */

const sources = ['web/portal', 'web/base', 'web/ui', 'web/form', 'web/account', 'web/declaration']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => /\.(tsx?|css)$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => [path, readFileSync(path, 'utf8')] as const)

const filesWith = (pattern: RegExp) => sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)

describe('the portal does not contain', () => {
  test.each([
    ['audio or video, which would need captions', /<(audio|video|iframe[^>]*autoplay)\b|new Audio\(|autoPlay/],
    ['a shortcut of a single letter', /accessKey|key === '[a-z0-9]'/],
    [
      'an action when a pointer is pressed rather than released',
      /onPointerDown|onMouseDown|onTouchStart|'pointerdown'|'mousedown'/,
    ],
    ['a gesture along a path or with several fingers', /onTouchMove|'touchmove'|ongesture|draggable|onDrag/],
    ['an action by moving the device', /devicemotion|deviceorientation/],
    ['a locked orientation or a limit on zooming', /orientation\.lock|user-scalable|maximum-scale/],
    ['a focus order other than the order of the page', /tabIndex=\{?"?[1-9]/],
    ['facts joined by dots: each stands beside its label (web/base/page/facts.tsx)', /join\(' · '\)/],
    ['a page that redirects by itself after a time', /http-equiv="refresh"|setTimeout\([^)]*location/],
  ])('%s', (_name, pattern) => {
    expect(filesWith(pattern)).toEqual([])
  })
})

test('the page does not limit zooming and names its language', () => {
  const shell = readFileSync('web/index.html', 'utf8')
  expect(shell).toContain('<html lang="zh-CN">')
  expect(shell).toContain('content="width=device-width, initial-scale=1"')
})
