import type { ComponentType } from 'react'
import type { LazyPage } from '#web/base/page/lazy-page.ts'
import { Loading } from '#web/base/page/page.tsx'
import { fetchCode } from '#web/base/page/page-code.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** A screen of the console; its code is loaded when it is first opened, or by `preload`. */
export const lazyScreen = <N extends string>(
  load: () => Promise<{ readonly [name in N]: ComponentType }>,
  name: N,
): LazyPage => lazyComponent(async () => (await fetchCode(load))[name] as ComponentType, Loading)
