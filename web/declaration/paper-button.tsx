import { declaration } from '#contract/project/declaration.ts'
import { paperFile } from '#contract/project/part-labels.ts'
import { DocumentButton } from '#web/base/page/document-button.tsx'
import type { ButtonKind } from '#web/ui/button.tsx'

const { paper } = declaration.calls

interface Props {
  readonly id: string
  readonly name: unknown
  readonly kind?: ButtonKind
}

/** Saves what the reader sees of a declaration as a PDF. */
export const PaperButton = ({ id, name, kind }: Props) => (
  <DocumentButton
    address={`${paper.path}?id=${id}`}
    file={paperFile(typeof name === 'string' && name ? name : id)}
    label={paper.label}
    kind={kind}
  />
)
