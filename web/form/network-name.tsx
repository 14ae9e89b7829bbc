import { privateNetwork } from '#contract/project/private-network.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'

/** The name of a private network, for readers to whom it is open. */
export const NetworkName = ({ id }: { readonly id: string }) => {
  const t = useLocalize()
  const { data, error } = useAnswer(privateNetwork.calls.detail, { id }, { staleTime: 60_000, retry: false })
  if (error) return t(['已选择，您无权查看其名称', 'Chosen; its name is not open to you'])
  return data?.networkName ?? ''
}
