import { logoSize } from '@guichet/contract/systems/systems.logo';
import { type AuditLine, record, unchanged, type Written, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../../core/context/appContext.ts';
import type { UploadedFile } from '../../../core/http/bodies/requestBody.ts';
import { keepLast } from '../../../core/runtime/concurrency/keepLast.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import * as queries from '../systems.queries.ts';
import { getSystem } from '../systems.service.ts';
import { type CleanPicture, cleanPicture } from './cleanPicture.ts';
import * as logos from './logo.queries.ts';

const keptLogo = keepLast<Awaited<ReturnType<typeof logos.selectLogo>>>(16);

/** @throws AppError `logo.notFound` */
export async function getLogo(db: ReadDb, systemId: number) {
  const id = await logos.findLogoId(db, systemId);
  const logo = id !== null && (await keptLogo(db, String(id), () => logos.selectLogo(db, systemId)));
  if (!logo) throw new AppError('logo.notFound');
  return logo;
}

/** Sets the logo, if it differs; queued mails keep theirs. @throws `logo.wrongKind`, `logo.wrongSize` */
export async function saveLogo(
  context: AppContext,
  grant: SystemGrant,
  file: UploadedFile,
): Promise<queries.SystemRow> {
  const { contentType, width, height, bytes } = await checkPicture(file.bytes);
  const { systemId } = grant;
  return write<queries.SystemRow>(context, grant, async (tx) => {
    await queries.lockSystem(tx, systemId);
    const before = await logos.selectLogo(tx, systemId);
    if (before?.bytes.equals(bytes)) return unchanged(await getSystem(tx, systemId));
    const logo = { system_id: systemId, content_type: contentType, width, height, bytes };
    const logoId = await logos.insertLogo(tx, { ...logo, uploaded_at: context.clock.now() });
    return setLogo(
      tx,
      systemId,
      { from: before?.id ?? null, to: logoId },
      {
        action: 'logo.saved',
        subject: `system:${systemId}`,
        detail: { contentType, width, height },
      },
    );
  });
}

export async function removeLogo(context: AppContext, grant: SystemGrant): Promise<queries.SystemRow> {
  const { systemId } = grant;
  return write<queries.SystemRow>(context, grant, async (tx) => {
    await queries.lockSystem(tx, systemId);
    const system = await getSystem(tx, systemId);
    if (system.logoId === null) return unchanged(system);
    return setLogo(
      tx,
      systemId,
      { from: system.logoId, to: null },
      { action: 'logo.removed', subject: `system:${systemId}` },
    );
  });
}

async function setLogo(
  tx: WriteTx,
  systemId: number,
  { from, to }: { readonly from: number | null; readonly to: number | null },
  line: AuditLine,
): Promise<Written<queries.SystemRow>> {
  await queries.updateSystem(tx, systemId, { logo_id: to });
  await logos.deleteLooseLogos(tx, systemId, from);
  return record(await getSystem(tx, systemId), line);
}

async function checkPicture(bytes: Buffer): Promise<CleanPicture> {
  const picture = await cleanPicture(bytes);
  if (!picture) throw new AppError('logo.wrongKind');
  const { width, height } = picture;
  const { leastWidth, mostWidth, leastHeight, mostHeight } = logoSize;
  const isFit = width >= leastWidth && width <= mostWidth && height >= leastHeight && height <= mostHeight;
  if (!isFit) throw new AppError('logo.wrongSize', { params: { width, height } });
  return picture;
}
