import { flowableNamespace } from '#contract/flow/bpmn-descriptor.ts'

interface Element {
  name?: string
  readonly get: (name: string) => unknown
}

interface Drawn {
  readonly label?: { readonly bounds?: { x: number; width: number } }
}

/** What the viewer has read of a file; nothing of one that it cannot read. */
interface ReadFile {
  readonly elementsById?: Readonly<Record<string, Element>>
  readonly definitions?: {
    readonly diagrams?: readonly { readonly plane?: { readonly planeElement?: readonly Drawn[] } }[]
  }
}

/** Lets a viewer read the English names under the same name, whatever prefix they have in the file. */
export const namesPackage = { name: 'Flowable', prefix: 'flowable', uri: flowableNamespace, types: [] }

/** The width of a label that has no place of its own in the drawing. */
const usualWidth = 90

/** Places of labels are as wide as Chinese names need: gives them the usual width, around the same centre. */
const widenLabels = ({ definitions }: ReadFile) => {
  for (const { plane } of definitions?.diagrams ?? [])
    for (const { label } of plane?.planeElement ?? []) {
      const bounds = label?.bounds
      if (!bounds || bounds.width >= usualWidth) continue
      bounds.x -= (usualWidth - bounds.width) / 2
      bounds.width = usualWidth
    }
}

/** A viewer that draws the elements of a definition with their English names. */
export const drawEnglishNames = (viewer: {
  readonly on: (event: string, listener: (file: ReadFile) => void) => void
}): void =>
  viewer.on('import.parse.complete', (file) => {
    for (const element of Object.values(file.elementsById ?? {})) {
      const name = element.get('flowable:nameEn')
      if (typeof name === 'string' && name) element.name = name
    }
    widenLabels(file)
  })
