"""What pages say and show: boards, sentences, verdicts; made from views, never from rows."""
