import type { Comparison } from '#contract/flow/differences.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { ask, failureOf, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { useConfirmDeployment } from './versions/comparisons.tsx'

/** Says for each process of the platform that an upgrade has brought a version that is not deployed yet, and deploys it. */
export const ShippedNotices = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirmDeployment = useConfirmDeployment()
  const { data = [], error } = useAnswer(flowManager.calls.newerShipped)
  const deploy = async (comparison: Comparison) => {
    if (!(await confirmDeployment([comparison]))) return
    try {
      await ask(flowManager.calls.deployShipped, { key: comparison.key })
      toaster.success(t(['部署成功', 'Deployed']))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
    await invalidate(flowManager.path)
  }
  if (error) return <Notice tone="bad">{error.message}</Notice>
  return data.map((comparison) => (
    <Notice key={comparison.key} tone="ask">
      {t([
        `平台升级带来了“${comparison.name}”的新版本，尚未部署。`,
        `An upgrade has brought a newer version of “${comparison.name}”, which is not deployed yet.`,
      ])}{' '}
      <Button kind="link" onClick={() => void deploy(comparison)}>
        {t(['查看变更并部署', 'Review and deploy'])}
      </Button>
    </Notice>
  ))
}
