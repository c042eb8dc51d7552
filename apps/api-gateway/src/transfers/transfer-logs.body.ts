import { IsWireId } from '@tributary/http';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';

const LOGS_MAX = 1000;

/** Body of `PUT /transfer-logs/retry-bulk` and `PUT /transfer-logs/undo-bulk`. */
export class TransferLogsBody {
  @IsArray({ message: '$property must be a list of transfer log ids' })
  @ArrayMinSize(1, { message: '$property must name at least one transfer log' })
  @ArrayMaxSize(LOGS_MAX, { message: `$property must name at most ${LOGS_MAX} transfer logs` })
  @IsWireId({ each: true })
  transferLogIds!: number[];
}
