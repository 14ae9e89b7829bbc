import { type ComponentType, createElement, lazy, useState } from 'react'
import { fetchCode } from './page-code.ts'

/** What an address shows. */
export interface Loaded {
  (): React.ReactNode
  /** Fetches its code: what is there is shown at once, where a page the server has rendered must not go away again. */
  readonly fetch: () => Promise<unknown>
}

/** What an address shows; its code is fetched when it is first opened, or before. */
export const loaded = <N extends string>(
  load: () => Promise<{ readonly [name in N]: ComponentType }>,
  name: N,
): Loaded => {
  let there: ComponentType | null = null
  const fetch = async () => {
    there = (await fetchCode(load))[name] as ComponentType
    return { default: there }
  }
  const later = lazy(fetch)
  // once it is shown one way it stays so, and keeps what it holds
  const Shown = () => createElement(useState(() => there ?? later)[0])
  return Object.assign(Shown, { fetch })
}
