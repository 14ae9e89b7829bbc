import { Link } from 'react-router'
import type { DeclarationFile, OwnDeclaration } from '#contract/project/my-matters.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FileRows } from '#web/form/file-links.ts'
import { Part } from './part.tsx'

/** While a declaration is in review, its receipt shows the number and the steps that follow. */
const hasReceipt = ({ declareNo, stage }: OwnDeclaration): boolean =>
  declareNo !== null && stage !== null && stage >= 10 && stage <= 50

interface Props {
  readonly declarations: readonly OwnDeclaration[]
  readonly files: readonly DeclarationFile[]
}

/** The receipts of submitted declarations, and the files in the declarations. */
export const DocumentList = ({ declarations, files }: Props) => {
  const t = useLocalize()
  const receipts = declarations.filter(hasReceipt)
  return (
    <Part
      name="files"
      title={['文件', 'Files']}
      isEmpty={receipts.length + files.length === 0}
      none={[
        '暂无文件。提交申报后可在这里查看回执，上传的证明材料可在这里下载。',
        'No files yet. Receipts of submitted declarations and the materials you upload appear here.',
      ]}
    >
      {receipts.length ? (
        <ul className="stack gap-4 below-4">
          {receipts.map(({ id, declareNo }) => (
            <li key={id}>
              <Link to={`/addDeclare/project?id=${id}&step=done`}>
                {t([`申报回执 ${declareNo}`, `Receipt ${declareNo}`])}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <FileRows files={files.map(({ id, name, size, projectName }) => ({ id, name, size, note: projectName }))} />
    </Part>
  )
}
