import { type ComponentType, createElement, useEffect, useState } from 'react'

type State<P> = { readonly component: ComponentType<P> } | { readonly error: unknown }

const Nothing = () => null

/**
 * A component whose code is loaded when it is first rendered, or by `fetch`; until then `Loading` takes its place, with the same
 * props. Unlike the fallback of a Suspense boundary, which React shows for at least 300 ms, it is replaced as soon as the code is
 * there. If the code cannot be loaded, the nearest error boundary handles the error.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Loading: ComponentType<P> = Nothing,
) => {
  let loaded: State<P> | null = null
  const fetch = async (): Promise<State<P>> => {
    loaded = { component: await load() }
    return loaded
  }
  const Lazy = (props: P) => {
    const [state, setState] = useState(loaded)
    useEffect(() => {
      if (state) return
      let isCurrent = true
      void fetch()
        .catch((error: unknown): State<P> => ({ error: error ?? new Error('The code could not be loaded') }))
        .then((result) => isCurrent && setState(result))
      return () => {
        isCurrent = false
      }
    }, [state])
    if (state && 'error' in state) throw state.error
    return createElement(state ? state.component : Loading, props)
  }
  return Object.assign(Lazy, { fetch })
}
