import { jobInfo, processorTypes } from '#contract/job/job-info.ts'
import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Control } from '#web/form/control.ts'
import { controls } from '#web/form/controls.tsx'
import { ChoiceList } from '#web/form/select-control.tsx'

const cacheOptions = { staleTime: 60_000 }
const useServers = () => useAnswer(jobServer.calls.select, {}, cacheOptions).data

/** Chooses a job server by its application, name and address. */
export const JobServerControl: Control = ({ value, onChange, disabled }) => {
  const t = useLocalize()
  const servers = useServers() ?? []
  return (
    <ChoiceList
      options={servers.map(({ id, jobAppName }) => ({ value: id, label: jobAppName }))}
      value={String(value ?? '')}
      onValue={(id) => onChange(id || null)}
      disabled={disabled}
      placeholder={t(['请选择', 'Please choose'])}
    />
  )
}

/** Chooses a processor of this platform; those of other job servers are typed. */
export const ProcessorControl: Control = (props) => {
  const { value, onChange, disabled, values = {} } = props
  const t = useLocalize()
  const processors = useAnswer(jobInfo.calls.processors, {}, cacheOptions).data ?? []
  const server = useServers()?.find(({ id }) => id === values.jobServerId)
  const isElsewhere = server !== undefined && server.jobServerUrl !== localServerUrl
  if (isElsewhere || values.processorType === processorTypes.external) return controls.text(props)
  const name = String(value ?? '')
  const options = processors.map((one) => ({
    value: one.name,
    label: t([`${one.label}（${one.name}）`, `${one.label} (${one.name})`]),
  }))
  const isListed = name === '' || options.some((one) => one.value === name)
  return (
    <ChoiceList
      options={isListed ? options : [...options, { value: name, label: name }]}
      value={name}
      onValue={(next) => onChange(next || null)}
      disabled={disabled}
      placeholder={t(['请选择', 'Please choose'])}
    />
  )
}
