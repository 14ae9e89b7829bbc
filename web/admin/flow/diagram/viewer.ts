/** The parts of the viewer that are used here. */
export interface Services {
  readonly canvas: {
    readonly zoom: (to: 'fit-viewport', center: 'auto') => number
    readonly addMarker: (id: string, mark: string) => void
    readonly resized: () => void
  }
  readonly zoomScroll: { readonly stepZoom: (delta: number) => void }
  readonly elementRegistry: { readonly get: (id: string) => unknown }
}

export interface Viewer {
  readonly get: <N extends keyof Services>(name: N) => Services[N]
}
