import { Link } from 'react-router'
import { report } from '#contract/report/report.ts'
import { reportFormats } from '#contract/report/report-formats.ts'
import { subscriptionsPath } from '#contract/report/report-path.ts'
import { reportSource } from '#contract/report/report-sources.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { downloadFrom } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { invalidateJobs } from '#web/base/login/jobs.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { SubscribeButton } from './subscribe-button.tsx'

interface Props {
  readonly id: string
  readonly name: string
}

/** Saves the figures as a file; a refusal says why, or that a job goes on with it. */
const ExportButtons = ({ id, name }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const save = (format: string) => {
    const parameters = new URLSearchParams({ id, format })
    downloadFrom(`${report.calls.exportFigures.path}?${parameters}`, `${name}.${format}`).catch((error) => {
      toaster.error(failureOf(error).message)
      void invalidateJobs()
    })
  }
  return reportFormats.map(([format]) => (
    <Button key={format} onClick={() => save(format)}>
      {t([`导出 ${format}`, `Export ${format}`])}
    </Button>
  ))
}

/** What only those may do who may export the rows that are counted. */
export const FileTools = ({ source, ...of }: Props & { readonly source: string }) => {
  const t = useLocalize()
  const may = useMay()
  if (!may(`${reportSource(source)?.entity.code}_export`)) return null
  return (
    <>
      <ExportButtons {...of} />
      <SubscribeButton {...of} />
      <Link className={buttonClass()} to={subscriptionsPath}>
        {t(['我的订阅', 'My subscriptions'])}
      </Link>
    </>
  )
}
