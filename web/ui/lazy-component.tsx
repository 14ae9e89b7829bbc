import { type ComponentType, createElement, useEffect, useState } from 'react'

type State<P> = { readonly component: ComponentType<P> } | { readonly error: unknown }

const Nothing = () => null

/**
 * A component whose code is loaded when it is first rendered, or by `preload`; until then `Loading` takes its place, with the same
 * props. Unlike the fallback of a Suspense boundary, which React shows for at least 300 ms, it is replaced as soon as the code is
 * there. If the code cannot be loaded, the nearest error boundary handles the error.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Loading: ComponentType<P> = Nothing,
) => {
  let cache: State<P> | null = null
  const preload = async (): Promise<State<P>> => {
    cache = { component: await load() }
    return cache
  }
  const Lazy = (props: P) => {
    const [state, setState] = useState(cache)
    useEffect(() => {
      if (state) return
      let isCurrent = true
      void preload()
        .catch((error: unknown): State<P> => ({ error: error ?? new Error('The code could not be loaded') }))
        .then((result) => isCurrent && setState(result))
      return () => {
        isCurrent = false
      }
    }, [state])
    if (state && 'error' in state) throw state.error
    return createElement(state ? state.component : Loading, props)
  }
  return Object.assign(Lazy, { preload })
}
