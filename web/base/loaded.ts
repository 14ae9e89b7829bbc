import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type Loaded = LazyExoticComponent<ComponentType>

/** What an address shows; its code is fetched when it is first opened. */
export const loaded = <N extends string>(
  load: () => Promise<{ readonly [name in N]: ComponentType }>,
  name: N,
): Loaded =>
  lazy(async () => {
    const found: ComponentType = (await load())[name]
    return { default: found }
  })
