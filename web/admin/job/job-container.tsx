import { jobContainer } from '#contract/job/job-container.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'

/** Loaded with the first open row. */
const ContainerVersions = lazyComponent(async () => (await import('./container-versions.tsx')).ContainerVersions)

/** Modules that jobs can run, with their versions. */
export const ExternalProcessors = () => (
  <RecordList of={jobContainer} source={usePageSource(jobContainer)} detailMore={ContainerVersions} />
)
