import { type ComponentType, createElement, lazy, useState } from 'react'
import { fetchCode } from './page-code.ts'

/** The component of a route. */
export interface LazyPage {
  (props: object): React.ReactNode
  /** Loads the code in advance, so that a server-rendered page hydrates without a loading state. */
  readonly preload: () => Promise<unknown>
}

/** The component of a route; its code is loaded on first render or by `preload`. */
export const lazyPage = <N extends string>(
  load: () => Promise<{ readonly [name in N]: ComponentType }>,
  name: N,
): LazyPage => {
  let component: ComponentType | null = null
  const preload = async () => {
    component = (await fetchCode(load))[name] as ComponentType
    return { default: component }
  }
  const lazyComponent = lazy(preload)
  // the choice stays for the life of the page, since another component type would discard its state
  const Page = () => createElement(useState(() => component ?? lazyComponent)[0])
  return Object.assign(Page, { preload })
}
