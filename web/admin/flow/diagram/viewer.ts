interface Size {
  readonly width: number
  readonly height: number
}

/** The parts of the viewer that are used here. */
export interface Services {
  readonly canvas: {
    readonly zoom: (to: 'fit-viewport' | number, center: 'auto') => number
    /** The size of the drawing at scale 1, and of its box in pixels. */
    readonly viewbox: () => { readonly inner: Size; readonly outer: Size }
    readonly getContainer: () => HTMLElement
    /** Moves the drawing, in pixels. */
    readonly scroll: (by: { readonly dx: number; readonly dy: number }) => unknown
    readonly scrollToElement: (id: string) => void
    readonly addMarker: (id: string, mark: string) => void
    readonly resized: () => void
  }
  readonly zoomScroll: { readonly stepZoom: (delta: number) => void }
  readonly elementRegistry: {
    readonly get: (id: string) => unknown
    readonly find: (isMatch: (element: { readonly type: string }) => boolean) => { readonly id: string } | undefined
  }
}

export interface Viewer {
  readonly get: <N extends keyof Services>(name: N) => Services[N]
}
