import { declaration } from '#contract/project/declaration.ts'
import { paperFile } from '#contract/project/part-labels.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DownloadButton } from '#web/base/page/download-button.tsx'
import type { ButtonKind } from '#web/ui/button.tsx'

const { paper } = declaration.calls

interface Props {
  readonly id: string
  readonly name: unknown
  readonly kind?: ButtonKind
}

/** Saves what the reader sees of a declaration as a PDF. */
export const PaperButton = ({ id, name, kind = 'plain' }: Props) => {
  const t = useLocalize()
  const title = typeof name === 'string' && name ? name : id
  return (
    <DownloadButton url={`${paper.path}?id=${id}`} name={t(paperFile(title))} kind={kind}>
      {t(paper.label)}
    </DownloadButton>
  )
}
